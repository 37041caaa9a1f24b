'use client'

import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextField } from '@/components/ui/field'
import { parseTags } from './parse-tags'
import { useTags } from './use-assets'

const suggestedMax = 6

type Props = {
  projectId: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null
  aside?: ReactNode
  onBlur?: () => void
  /** A suggested tag was added. */
  onSuggestion?: () => void
}

/** Comma-separated tags, with suggestions of the most used ones. */
export function TagField({ projectId, label, value, onChange, error = null, aside, onBlur, onSuggestion }: Props) {
  const entered = parseTags(value)
  const suggested = (useTags(projectId).data?.tags ?? [])
    .filter(({ tag }) => !entered.includes(tag))
    .slice(0, suggestedMax)
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        isOptional
        placeholder="bread, autumn"
        hint="Separated by commas."
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        aside={aside}
        onBlur={onBlur}
      />
      {suggested.length > 0 && (
        <ul aria-label="Frequent tags" className="flex flex-wrap gap-1.5">
          {suggested.map(({ tag }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => {
                  onChange([...entered, tag].join(', '))
                  onSuggestion?.()
                }}
                className="inline-flex min-h-7 max-w-48 items-center gap-1 rounded-full border border-line-strong px-2.5 text-sm hover:bg-sunken"
              >
                <Plus aria-hidden size={13} className="shrink-0" />
                <span className="truncate">{tag}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
