'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { SelectField } from '@/components/ui/select'
import { type ImportField, importFields, repeatableFields } from '@/lib/import-content'
import type { Import } from '@/lib/imports/contract'
import { plural } from '@/lib/text/number-text'
import { fieldLabels } from './field-labels'
import type { ImportChanges } from './use-import'

type Props = { columns: Import['columns']; isOpen: boolean; onChange: (changes: ImportChanges) => void }

const ignored = 'ignored'
const options = [
  { value: ignored, label: 'Not imported' },
  ...importFields.map((field) => ({ value: field, label: fieldLabels[field] })),
]

/** What each column of the file holds. */
export function ImportColumns({ columns, isOpen, onChange }: Props) {
  const choose = (index: number, field: ImportField | null): void => {
    // A field that only one column may hold moves to the new one.
    const others = columns.filter(
      (column) => field !== null && column.field === field && !repeatableFields.has(field) && column.index !== index,
    )
    onChange({ columns: [...others.map((other) => ({ index: other.index, field: null })), { index, field }] })
  }
  // It stays open while columns are chosen.
  const [isOpenAtFirst] = useState(isOpen)
  const count = columns.filter(({ field }) => field !== null).length
  return (
    <details open={isOpenAtFirst || undefined} className="group panel px-4 py-3">
      <summary className="flex cursor-pointer items-center gap-2 font-semibold">
        <ChevronRight aria-hidden size={16} className="transition-transform group-open:rotate-90" />
        Columns
        <span className="font-normal text-ink-soft">
          {count} of {plural(columns.length, 'column')} imported
        </span>
      </summary>
      <ul className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {columns.map(({ index, name, field, samples }) => (
          <li key={index} className="min-w-0">
            <SelectField
              label={name}
              options={options}
              value={field ?? ignored}
              onChange={(value) => choose(index, value === ignored ? null : (value as ImportField))}
              hint={<span className="line-clamp-1 wrap-anywhere">{samples.join(' · ') || 'Empty'}</span>}
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
