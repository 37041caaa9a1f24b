'use client'

import type { ReactNode } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { RoleNote, useIsAtLeast } from './role'

type Props = {
  legend: string
  /** What stands before the fields. */
  intro?: ReactNode
  /** As the end of “Ask an admin or owner of the project to …”. */
  deed: string
  onSave: () => void
  isPending: boolean
  /** What no field shows. */
  error: Error | null
  children: ReactNode
}

/** Settings of a project, which admins and owners change and everybody sees. */
export function SettingsForm({ legend, intro, deed, onSave, isPending, error, children }: Props) {
  const mayChange = useIsAtLeast('admin')
  return (
    <form
      className="panel min-w-0 p-5"
      onSubmit={(event) => {
        event.preventDefault()
        onSave()
      }}
    >
      {/* One place that switches off all fields of whoever may only look. */}
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">{legend}</legend>
        {intro && <p className="text-ink-soft">{intro}</p>}
        <RoleNote least="admin" to={deed} className="text-ink-soft" />
        {children}
        {error && <ErrorNote error={error} title="Not saved" />}
        {mayChange && (
          <Button tone="primary" type="submit" isBusy={isPending} className="self-start">
            Save settings
          </Button>
        )}
      </fieldset>
    </form>
  )
}
