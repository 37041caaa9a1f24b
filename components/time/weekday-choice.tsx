'use client'

import { weekdayNames } from '@/lib/recurring/cadence-text'

type Props = {
  /** 1 is Monday. */
  value: readonly number[]
  onChange: (weekdays: number[]) => void
  /** Read before the name of each day. */
  prefix?: string
}

/** Days of the week as toggles. */
export const WeekdayChoice = ({ value, onChange, prefix = '' }: Props) => (
  <div className="flex flex-wrap gap-1.5">
    {weekdayNames.map((name, index) => {
      const day = index + 1
      return (
        <label
          key={name}
          title={name}
          className="relative flex control-height min-w-12 items-center justify-center rounded-full border border-line-strong px-3 has-checked:border-accent has-checked:bg-accent-wash has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus)"
        >
          <input
            type="checkbox"
            aria-label={`${prefix}${name}`}
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={value.includes(day)}
            onChange={() =>
              onChange(value.includes(day) ? value.filter((one) => one !== day) : [...value, day].sort((a, b) => a - b))
            }
          />
          {name.slice(0, 3)}
        </label>
      )
    })}
  </div>
)
