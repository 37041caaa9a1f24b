import { Check } from 'lucide-react'
import type { ReactNode } from 'react'

export type FilterOption<Value extends string> = { value: Value; label: string; icon?: ReactNode }

type Props<Value extends string> = {
  label: string
  options: readonly FilterOption<Value>[]
  value: Value | null
  onChoose: (value: Value) => void
}

/** The values of a chip, in its popover. */
export const ChipOptions = <Value extends string>({ label, options, value, onChoose }: Props<Value>) => (
  <ul className="flex flex-col" aria-label={label}>
    {options.map((option) => (
      <li key={option.value}>
        <button
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChoose(option.value)}
          className="flex control-height w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover"
        >
          {option.icon}
          <span className="min-w-0 flex-1 truncate">{option.label}</span>
          {option.value === value && <Check aria-hidden size={16} className="text-accent" />}
        </button>
      </li>
    ))}
  </ul>
)
