import { classes } from '../classes'
import { GroupField } from '../field'

/** `token` is a CSS color. */
export type ColorOption = { value: string; label: string; token: string }

type Props<Option extends ColorOption> = {
  colors: readonly Option[]
  value: string
  onChange: (value: Option['value']) => void
}

/** One of several colors, as radio buttons. */
export const ColorField = <Option extends ColorOption>({ colors, value, onChange }: Props<Option>) => (
  <GroupField label="Color">
    <div className="flex flex-wrap gap-1.5">
      {colors.map((color) => (
        <label
          key={color.value}
          title={color.label}
          className={classes(
            'flex size-7 cursor-pointer items-center justify-center rounded-full border-2 pointer-coarse:size-11',
            'has-focus-visible:outline-2 has-focus-visible:outline-(--focus)',
            color.value === value ? 'border-ink' : 'border-transparent',
          )}
        >
          <input
            type="radio"
            name="color"
            aria-label={color.label}
            checked={color.value === value}
            onChange={() => onChange(color.value)}
            className="sr-only"
          />
          <span aria-hidden className="size-4.5 rounded-full" style={{ background: color.token }} />
        </label>
      ))}
    </div>
  </GroupField>
)
