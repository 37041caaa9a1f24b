'use client'

import { useId } from 'react'
import { Button } from '@/components/ui/button'
import { FieldError } from '@/components/ui/field'
import { type Scope, scopes } from '@/lib/auth/scopes'

const readOnly = scopes.filter((scope) => scope.endsWith(':read'))

/** Scopes by resource: `stories` → read, write, publish. */
const groups = [...new Set(scopes.map((scope) => scope.split(':')[0] ?? ''))].map((group) => ({
  group,
  own: scopes.filter((scope) => scope.startsWith(`${group}:`)),
}))

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

type Props = { chosen: readonly Scope[]; onChange: (chosen: Scope[]) => void; error: string | null }

export function ScopePicker({ chosen, onChange, error }: Props) {
  const errorId = useId()
  const toggle = (scope: Scope, isOn: boolean): void =>
    onChange(scopes.filter((known) => (known === scope ? isOn : chosen.includes(known))))
  return (
    <fieldset className="flex flex-col gap-3" aria-describedby={error ? errorId : undefined}>
      <legend className="float-left mb-1 font-medium">Permissions</legend>
      <div className="flex flex-wrap gap-2">
        <Button isSmall onClick={() => onChange([...scopes])}>
          All
        </Button>
        <Button isSmall onClick={() => onChange(readOnly)}>
          Read only
        </Button>
        <Button isSmall tone="ghost" onClick={() => onChange([])}>
          None
        </Button>
      </div>
      <div className="grid grid-cols-2 gap-x-6 gap-y-2 lg:grid-cols-3">
        {groups.map(({ group, own }) => (
          <div key={group} className="flex flex-col">
            <span className="text-sm font-medium text-ink-soft">{capitalised(group)}</span>
            <div className="flex flex-wrap gap-x-4">
              {own.map((scope) => (
                <label key={scope} className="flex min-h-8 items-center gap-2">
                  <input
                    type="checkbox"
                    className="size-4 accent-(--accent-fill)"
                    checked={chosen.includes(scope)}
                    onChange={(event) => toggle(scope, event.target.checked)}
                  />
                  <span className="sr-only">{capitalised(group)}: </span>
                  {capitalised(scope.split(':')[1] ?? '')}
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
      {error && (
        <FieldError id={errorId} role="alert">
          {error}
        </FieldError>
      )}
    </fieldset>
  )
}
