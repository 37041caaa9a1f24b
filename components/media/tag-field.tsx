'use client'

import { Plus } from 'lucide-react'
import { TextField } from '@/components/ui/field'
import { useTags } from './use-assets'

/** “rye, autumn” as the tags that it means. */
export const tagsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
  ),
]

/** So many of the often used are offered. */
const offeredMax = 6

type Props = {
  projectId: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | null
}

/** Tags in one line, with those at hand that the library uses most. */
export function TagField({ projectId, label, value, onChange, error = null }: Props) {
  const own = tagsOf(value)
  const offered = (useTags(projectId).data?.tags ?? []).filter(({ tag }) => !own.includes(tag)).slice(0, offeredMax)
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
      {offered.length > 0 && (
        <ul aria-label="Tags used often" className="flex flex-wrap gap-1.5">
          {offered.map(({ tag }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => onChange([...own, tag].join(', '))}
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
