'use client'

import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import { Form } from '@/components/ui/form'
import { Popover } from '@/components/ui/overlays/popover'
import { Select } from '@/components/ui/select'
import { formatThreshold, parseThreshold, type Threshold, type TopPostsFilter, thresholds } from './top-posts-filter'

type Props = { filter: TopPostsFilter; onChange: (filter: TopPostsFilter) => void }

/** Minimum values, each as a chip that can be removed, and a form to add one. */
export function ThresholdChips({ filter, onChange }: Props) {
  return (
    <>
      {thresholds.map((threshold) => {
        const value = filter[threshold.name]
        if (typeof value !== 'number') return null
        const text = `${threshold.label} ≥ ${formatThreshold(threshold, value)}`
        return (
          <span
            key={threshold.name}
            className="inline-flex h-7 items-center rounded-full border border-accent bg-accent-wash pl-2.5 text-sm text-accent tabular-nums pointer-coarse:h-9"
          >
            {text}
            <button
              type="button"
              aria-label={`Remove filter ${text}`}
              onClick={() => onChange({ ...filter, [threshold.name]: undefined })}
              className="mr-0.5 ml-1 flex size-6 items-center justify-center rounded-full hover:bg-hover"
            >
              <X aria-hidden size={14} />
            </button>
          </span>
        )
      })}
      <AddThreshold filter={filter} onChange={onChange} />
    </>
  )
}

const options = thresholds.map(({ name, label }) => ({ value: name, label }))

function AddThreshold({ filter, onChange }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const [name, setName] = useState<Threshold['name']>('min_engagement_rate')
  const [error, setError] = useState<string | null>(null)
  const threshold = thresholds.find((one) => one.name === name) ?? thresholds[0]
  const add = (fields: FormData): void => {
    const value = parseThreshold(threshold, String(fields.get('minimum') ?? ''))
    if (value === null) {
      setError(threshold.isRate ? 'Enter a percentage from 0 to 100.' : 'Enter a whole number.')
      return
    }
    onChange({ ...filter, [name]: value })
    setIsOpen(false)
  }
  return (
    <Popover
      label="Minimum"
      isOpen={isOpen}
      onOpenChange={(next) => {
        setError(null)
        setIsOpen(next)
      }}
      className="w-64 p-3"
      trigger={
        <button
          type="button"
          className="flex h-7 items-center gap-1 rounded-full border border-dashed border-line-strong px-2.5 text-sm text-ink-soft hover:text-ink pointer-coarse:h-9"
        >
          <Plus aria-hidden size={14} />
          Minimum
        </button>
      }
    >
      <Form onSubmit={add}>
        <Select aria-label="Metric" value={name} onChange={setName} options={options} />
        <TextField
          label={threshold.isRate ? 'At least, in %' : 'At least'}
          name="minimum"
          inputMode="decimal"
          autoComplete="off"
          error={error}
        />
        <Button tone="primary" type="submit" isSmall>
          Add filter
        </Button>
      </Form>
    </Popover>
  )
}
