'use client'

import { Switch as Primitive } from 'radix-ui'
import { type ReactNode, useId } from 'react'

type Props = {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

/** A setting that applies at once. For a choice that is sent with a form, use a checkbox. */
export function Switch({ label, hint, isOn, onChange, isDisabled }: Props) {
  const id = useId()
  return (
    <div className="flex items-start justify-between gap-4">
      <div className="min-w-0">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        )}
      </div>
      <Control {...{ id, isOn, onChange, isDisabled }} aria-describedby={hint ? `${id}-hint` : undefined} />
    </div>
  )
}

/** A switch in a row that already names it. The label is for screen readers. */
export const PlainSwitch = ({ label, ...rest }: Omit<Props, 'label' | 'hint'> & { label: string }) => (
  <Control {...rest} aria-label={label} />
)

type ControlProps = Pick<Props, 'isOn' | 'onChange' | 'isDisabled'> & {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string | undefined
}

const Control = ({ isOn, onChange, isDisabled, ...attributes }: ControlProps) => (
  <Primitive.Root
    {...attributes}
    checked={isOn}
    onCheckedChange={onChange}
    disabled={isDisabled}
    className="relative h-5 w-9 shrink-0 rounded-full bg-line-strong transition-colors after:absolute after:inset-x-0 after:-inset-y-2 disabled:cursor-not-allowed disabled:opacity-50 data-[state=checked]:bg-accent-fill"
  >
    <Primitive.Thumb className="block size-4 translate-x-0.5 rounded-full bg-paper shadow-sm transition-transform data-[state=checked]:translate-x-4.5" />
  </Primitive.Root>
)
