'use client'

import type { ReactNode } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { isShownByFields } from '@/components/errors/form-issues'
import { Button } from '@/components/ui/button'
import { DialogButtons } from '@/components/ui/dialog'
import { Form } from '@/components/ui/form'
import { focusFirstField } from '@/components/ui/overlays/use-modal'

type Props = {
  submitLabel: string
  cancelLabel?: string
  isDanger?: boolean
  isBusy?: boolean
  isDisabled?: boolean
  error?: unknown
  errorTitle?: string
  /** Fields that show their own errors. */
  fields?: readonly string[]
  autoComplete?: 'off'
  /** The text is kept elsewhere, so closing does not lose it. */
  isKept?: boolean
  /** At the other end of the button row. */
  otherAction?: ReactNode
  onSubmit: (fields: FormData) => void
  onClose: () => void
  children: ReactNode
}

/** A form in a dialog: its fields, the error they don't show, Cancel and the submit button. */
export function DialogForm({
  submitLabel,
  cancelLabel = 'Cancel',
  isDanger = false,
  isBusy = false,
  isDisabled = false,
  error = null,
  errorTitle,
  fields = [],
  autoComplete,
  isKept = false,
  otherAction,
  onSubmit,
  onClose,
  children,
}: Props) {
  return (
    <Form
      ref={focusFirstField}
      autoComplete={autoComplete}
      data-asks-before-close={isKept || isDanger ? undefined : ''}
      onSubmit={onSubmit}
    >
      {children}
      {Boolean(error) && !isShownByFields(error, fields) && <ErrorNote error={error} title={errorTitle} />}
      <DialogButtons>
        {otherAction && <span className="mr-auto">{otherAction}</span>}
        <Button onClick={onClose}>{cancelLabel}</Button>
        <Button tone={isDanger ? 'danger' : 'primary'} type="submit" isBusy={isBusy} disabled={isDisabled}>
          {submitLabel}
        </Button>
      </DialogButtons>
    </Form>
  )
}
