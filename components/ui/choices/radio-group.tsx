import type { ReactNode } from 'react'
import { GroupField } from '../field'

export type RadioOption<Value extends string> = {
  value: Value
  label: ReactNode
  hint?: ReactNode
  isDisabled?: boolean
}

type Props<Value extends string> = {
  label: string
  /** The same for all options of the group. */
  name: string
  options: readonly RadioOption<Value>[]
  /** Null: none is chosen yet. */
  value: Value | null
  onChange: (value: Value) => void
  error?: string | null
}

/** Native radio buttons: arrow keys move, and the value is sent with the form. */
export function RadioGroup<Value extends string>({ label, name, options, value, onChange, error }: Props<Value>) {
  return (
    <GroupField label={label} error={error}>
      <div className="flex flex-col gap-2">
        {options.map((option) => (
          <label key={option.value} className="flex items-start gap-2.5 has-disabled:text-ink-soft">
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
              className="mt-0.5 size-4 shrink-0 accent-(--accent-fill)"
            />
            <span className="min-w-0">
              {option.label}
              {option.hint && <span className="block text-sm text-ink-soft">{option.hint}</span>}
            </span>
          </label>
        ))}
      </div>
    </GroupField>
  )
}
