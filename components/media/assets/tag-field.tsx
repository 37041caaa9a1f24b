'use client'

import { Plus } from 'lucide-react'
import { TextField } from '@/components/ui/field'
import { useTags } from './use-assets'

/** “rye, autumn” → ['rye', 'autumn'] */
export const parseTags = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

const suggestedMax = 6

type Props = {
  projectId: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null
}

/** Comma-separated tags, with suggestions of the most used ones. */
export function TagField({ projectId, label, value, onChange, error = null }: Props) {
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
      />
      {suggested.length > 0 && (
        <ul aria-label="Frequent tags" className="flex flex-wrap gap-1.5">
          {suggested.map(({ tag }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => onChange([...entered, tag].join(', '))}
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
