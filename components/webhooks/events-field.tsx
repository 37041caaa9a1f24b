'use client'

import { useId } from 'react'
import { CheckField, FieldError } from '@/components/ui/field'
import type { EventSummary } from './webhook-keys'

type Props = {
  catalogue: readonly EventSummary[]
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
  error: string | null
}

/** Selects the events of an endpoint. */
export function EventsField({ catalogue, chosen, onChange, error }: Props) {
  const errorId = useId()
  const isAll = chosen.includes('*')
  const toggle = (name: string, isOn: boolean): void =>
    onChange(isOn ? [...chosen, name] : chosen.filter((other) => other !== name))
  return (
    <fieldset className="flex min-w-0 flex-col gap-3" aria-describedby={error ? errorId : undefined}>
      <legend className="float-left mb-1 font-medium">Events</legend>
      <CheckField
        label="All events"
        hint="Includes events added later."
        checked={isAll}
        onChange={(event) => onChange(event.target.checked ? ['*'] : [])}
      />
      {!isAll && (
        <div className="flex flex-col gap-2.5 rounded-lg sm:max-h-72 sm:overflow-y-auto border border-line p-3">
          {catalogue.map(({ name, when }) => (
            <CheckField
              key={name}
              label={<code className="font-mono text-sm break-all">{name}</code>}
              hint={`When ${when.replaceAll('`', '')}.`}
              checked={chosen.includes(name)}
              onChange={(event) => toggle(name, event.target.checked)}
            />
          ))}
        </div>
      )}
      {error && (
        <FieldError id={errorId} role="alert">
          {error}
        </FieldError>
      )}
    </fieldset>
  )
}
