'use client'

import type { ReactNode } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Form } from '@/components/ui/form'
import { UnsavedChanges } from '@/components/unsaved/unsaved-changes'
import { RoleNote, useIsAtLeast } from './role'

type Props = {
  title: string
  /** Text above the fields. */
  intro?: ReactNode
  /** Completes “Ask an admin or owner to …”. */
  action: string
  onSave: () => void
  isPending: boolean
  /** Leaving the page asks first. */
  isDirty: boolean
  /** An error that no field shows. */
  error: Error | null
  /** Next to the save button. */
  otherAction?: ReactNode
  children: ReactNode
}

/** Project settings. Admins and owners can change them, all members can see them. */
export function SettingsForm({
  title,
  intro,
  action,
  onSave,
  isPending,
  isDirty,
  error,
  otherAction,
  children,
}: Props) {
  const mayChange = useIsAtLeast('admin')
  return (
    <Form className="panel min-w-0 p-5" onSubmit={onSave}>
      <UnsavedChanges isDirty={isDirty} />
      {/* Disables all fields for members without access. */}
      <fieldset disabled={!mayChange} className="flex min-w-0 flex-col gap-5">
        <legend className="sr-only">{title}</legend>
        <div>
          <h2 className="text-lg font-semibold">{title}</h2>
          {intro && <p className="text-ink-soft">{intro}</p>}
          <RoleNote least="admin" to={action} className="text-ink-soft" />
        </div>
        {children}
        {error && <ErrorNote error={error} title="Settings not saved" />}
        {mayChange && (
          <div className="flex flex-wrap gap-2">
            <Button tone="primary" type="submit" isBusy={isPending}>
              Save settings
            </Button>
            {otherAction}
          </div>
        )}
      </fieldset>
    </Form>
  )
}
