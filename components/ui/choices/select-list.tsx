'use client'

import { Check, ChevronDown, ChevronUp } from 'lucide-react'
import { Select as Primitive } from 'radix-ui'
import { type Ref, type RefObject, useImperativeHandle, useState } from 'react'
import { classes } from '../classes'
import { floatingLook } from '../overlays/floating-look'
import { usePortalContainer } from '../overlays/portal-container'
import type { SelectOption } from './select-option'

/** Radix reserves the empty value for “nothing chosen”. */
const emptyValue = ' '
const toInner = (value: string): string => (value === '' ? emptyValue : value)
const toOuter = (value: string): string => (value === emptyValue ? '' : value)

type Props = {
  id: string
  label: string | undefined
  options: readonly SelectOption[]
  value: string | undefined
  onChange: (value: string) => void
  onClose: () => void
  button: RefObject<HTMLButtonElement | null>
}

/** The open list of a select. Arrow keys, Home, End and typing move; Enter and Space choose. */
export function SelectList({ id, label, options, value, onChange, onClose, button }: Props) {
  const container = usePortalContainer()
  const [ownLabel] = useState(() => label ?? button.current?.labels[0]?.textContent ?? undefined)
  return (
    <Primitive.Root
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      value={value === undefined ? undefined : toInner(value)}
      onValueChange={(next) => onChange(toOuter(next))}
    >
      <Primitive.Trigger asChild>
        <TriggerProxy button={button} />
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          id={id}
          aria-label={ownLabel}
          position="popper"
          sideOffset={4}
          collisionPadding={12}
          className={classes(
            floatingLook,
            'max-h-(--radix-select-content-available-height) max-w-[calc(100vw-1.5rem)] min-w-(--radix-select-trigger-width) overflow-hidden',
          )}
        >
          <Primitive.ScrollUpButton className="flex h-6 items-center justify-center text-ink-soft">
            <ChevronUp aria-hidden size={16} />
          </Primitive.ScrollUpButton>
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Option key={option.value} {...option} />
            ))}
          </Primitive.Viewport>
          <Primitive.ScrollDownButton className="flex h-6 items-center justify-center text-ink-soft">
            <ChevronDown aria-hidden size={16} />
          </Primitive.ScrollDownButton>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Gives Radix the button that is already on the page. */
function TriggerProxy({ button, ref }: { button: RefObject<HTMLButtonElement | null>; ref?: Ref<HTMLButtonElement> }) {
  useImperativeHandle(ref, () => button.current as HTMLButtonElement, [button])
  return null
}

const Option = ({ value, label, icon, hint, isDisabled, lang }: SelectOption) => (
  <Primitive.Item
    value={toInner(value)}
    disabled={isDisabled}
    lang={lang}
    className="relative flex control-height cursor-pointer items-center gap-2 rounded-md py-1 pr-8 pl-2 outline-none data-disabled:cursor-not-allowed data-disabled:text-ink-soft data-highlighted:bg-hover"
  >
    {icon}
    <span className="flex min-w-0 flex-col">
      <Primitive.ItemText>{label}</Primitive.ItemText>
      {hint && <span className="text-sm text-ink-soft">{hint}</span>}
    </span>
    <Primitive.ItemIndicator className="absolute right-2">
      <Check aria-hidden size={16} className="text-accent" />
    </Primitive.ItemIndicator>
  </Primitive.Item>
)
