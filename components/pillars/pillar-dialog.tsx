'use client'

import { type ChangeEvent, useState } from 'react'
import { DialogForm } from '@/components/dialogs/dialog-form'
import { issueFor } from '@/components/errors/form-issues'
import { ColorField } from '@/components/ui/choices/color-field'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { SelectField } from '@/components/ui/select'
import { type BenchmarkMetric, benchmarkMetrics, isRate } from '@/lib/metrics/benchmarks'
import { benchmarkLabels } from '@/lib/pillars/alert-text'
import { slugify } from '@/lib/text/slug'
import { colorsWith, freeColor } from './pillar-colors'
import { type PillarInput, useSavePillar } from './use-change-pillars'
import type { ListedPillar } from './use-pillars'

type Props = {
  projectId: string
  /** Null adds one. */
  pillar: ListedPillar | null
  pillars: readonly ListedPillar[]
  onClose: () => void
}

type Texts = { name: string; key: string; color: string; share: string; value: string; days: string; gap: string }

const metricOptions = [
  { value: '', label: 'No benchmark' },
  ...benchmarkMetrics.map((metric) => ({ value: metric, label: benchmarkLabels[metric] })),
]

/** Members of the one pillar in the request. */
const member = (name: string): string => `pillars.0.${name}`
const fields = [
  ...['name', 'content_type', 'allocation_percent', 'benchmark_value', 'benchmark_window_days', 'max_gap_days'].map(
    member,
  ),
  'pillars',
]

export function PillarDialog({ projectId, pillar, pillars, onClose }: Props) {
  const [texts, setTexts] = useState<Texts>(() => textsOf(pillar, pillars))
  const [isKeyOwn, setIsKeyOwn] = useState(pillar !== null)
  const [metric, setMetric] = useState<BenchmarkMetric | ''>(pillar?.benchmark_metric ?? '')
  const { mutate, isPending, error } = useSavePillar(projectId, onClose)
  const set = (name: keyof Texts, value: string): void => setTexts((before) => ({ ...before, [name]: value }))
  const inputOf = (name: keyof Texts) => ({
    value: texts[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
  })
  const others = pillars.filter(({ id }) => id !== pillar?.id)
  const key = isKeyOwn ? texts.key : keyOf(texts.name, others)
  const total = sumOf(others) + (numberOf(texts.share) ?? 0)
  const percent = metric !== '' && isRate(metric)
  const input: PillarInput = {
    ...(pillar ? { id: pillar.id } : {}),
    name: texts.name,
    content_type: key,
    color: texts.color,
    allocation_percent: numberOf(texts.share),
    benchmark_metric: metric || null,
    benchmark_value: metric === '' ? null : benchmarkOf(texts.value, percent),
    benchmark_window_days: numberOf(texts.days),
    max_gap_days: numberOf(texts.gap),
  }
  const errorOf = (name: string, label: string): string | null => issueFor(error, member(name), label)
  return (
    <Dialog title={pillar ? 'Edit pillar' : 'New pillar'} onClose={onClose}>
      <DialogForm
        submitLabel={pillar ? 'Save pillar' : 'Add pillar'}
        isBusy={isPending}
        isDisabled={total > 100}
        error={error}
        errorTitle="Pillar not saved"
        fields={fields}
        onSubmit={() => mutate(input)}
        onClose={onClose}
      >
        <TextField label="Name" required maxLength={100} {...inputOf('name')} error={errorOf('name', 'The name')} />
        <ColorField colors={colorsWith(texts.color)} value={texts.color} onChange={(color) => set('color', color)} />
        <TextField
          label="Key"
          required
          maxLength={100}
          value={key}
          onChange={(event) => {
            setIsKeyOwn(true)
            set('key', event.target.value)
          }}
          hint={
            pillar && key !== pillar.content_type
              ? `Posts with the key ${pillar.content_type} no longer count for this pillar.`
              : 'Stored with each post as its content type.'
          }
          error={errorOf('content_type', 'The key')}
        />
        <TextField
          label="Target share (%)"
          isOptional
          inputMode="decimal"
          {...inputOf('share')}
          {...(total > 100 ? {} : { hint: `All pillars together: ${format(total)}% of 100%.` })}
          error={
            total > 100
              ? `The shares add up to ${format(total)}%. Lower this one or another.`
              : (errorOf('allocation_percent', 'The share') ?? issueFor(error, 'pillars', 'The list'))
          }
        />
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Benchmark"
            value={metric}
            onChange={(next) => setMetric(next as BenchmarkMetric | '')}
            options={metricOptions}
          />
          {metric !== '' && (
            <>
              <TextField
                label={percent ? 'Value (%)' : 'Value'}
                required
                inputMode="decimal"
                {...inputOf('value')}
                error={errorOf('benchmark_value', 'The value')}
              />
              <TextField
                label="Over days"
                required
                inputMode="numeric"
                {...inputOf('days')}
                error={errorOf('benchmark_window_days', 'The number of days')}
              />
            </>
          )}
        </div>
        <TextField
          label="Longest gap (days)"
          isOptional
          inputMode="numeric"
          {...inputOf('gap')}
          hint="You get an alert when nothing is published for longer."
          error={errorOf('max_gap_days', 'The gap')}
        />
      </DialogForm>
    </Dialog>
  )
}

const textsOf = (pillar: ListedPillar | null, pillars: readonly ListedPillar[]): Texts => ({
  name: pillar?.name ?? '',
  key: pillar?.content_type ?? '',
  color: pillar?.color ?? freeColor(pillars.map(({ color }) => color)),
  share: textOf(pillar?.allocation_percent),
  value:
    pillar?.benchmark_metric && pillar.benchmark_value !== null
      ? textOf(isRate(pillar.benchmark_metric) ? round(pillar.benchmark_value * 100) : pillar.benchmark_value)
      : '',
  days: String(pillar?.benchmark_window_days ?? 30),
  gap: textOf(pillar?.max_gap_days),
})

const textOf = (value: number | null | undefined): string => (value == null ? '' : String(value))
const round = (value: number): number => Math.round(value * 1e6) / 1e6
const format = (percent: number): string => String(round(percent))

/** Null when empty. Text that is no number is sent as it is, so that the server names the problem. */
function numberOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  const value = Number(trimmed)
  return Number.isNaN(value) ? (trimmed as unknown as number) : value
}

function benchmarkOf(text: string, isPercent: boolean): number | null {
  const value = numberOf(text)
  return isPercent && typeof value === 'number' ? round(value / 100) : value
}

const sumOf = (pillars: readonly ListedPillar[]): number =>
  pillars.reduce((sum, { allocation_percent }) => sum + (allocation_percent ?? 0), 0)

/** A key from the name that no other pillar has. */
function keyOf(name: string, others: readonly ListedPillar[]): string {
  const base = slugify(name)
    .replace(/[^a-z0-9_-]/g, '')
    .replace(/^-+|-+$/g, '')
    .slice(0, 90)
  const used = new Set(others.map(({ content_type }) => content_type))
  let key = base
  for (let n = 2; key !== '' && used.has(key); n++) key = `${base}-${n}`
  return key
}
