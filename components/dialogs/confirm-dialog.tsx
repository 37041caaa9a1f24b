'use client'

import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'

/** Confirms an action that cannot be undone. Stays open and shows the error if it fails. */
export function ConfirmDialog({
  title,
  children,
  confirmLabel,
  cancelLabel = 'Cancel',
  isDanger = true,
  onConfirm,
  onClose,
}: {
  title: string
  children: ReactNode
  confirmLabel: string
  cancelLabel?: string
  isDanger?: boolean
  onConfirm: () => Promise<unknown>
  onClose: () => void
}) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="flex flex-col gap-2">{children}</div>
      {error && <ErrorNote error={error} />}
      <DialogButtons>
        <Button onClick={onClose}>{cancelLabel}</Button>
        <Button tone={isDanger ? 'danger' : 'primary'} isBusy={isPending} onClick={() => mutate()}>
          {confirmLabel}
        </Button>
      </DialogButtons>
    </Dialog>
  )
}
