'use client'

import { useMutation } from '@tanstack/react-query'
import { Dialog } from '@/components/ui/dialog'
import { TextField } from '@/components/ui/field'
import { DialogForm } from './dialog-form'

type Props = {
  title: string
  submitLabel: string
  name?: string
  onSubmit: (name: string) => Promise<unknown>
  onClose: () => void
}

/** Asks for a name. Names are often unique, so saving may be refused. */
export function NameDialog({ title, submitLabel, name, onSubmit, onClose }: Props) {
  const { mutate, isPending, error } = useMutation({ mutationFn: onSubmit, onSuccess: onClose })
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        submitLabel={submitLabel}
        isBusy={isPending}
        error={error}
        autoComplete="off"
        onSubmit={(fields) => mutate(String(fields.get('name')))}
        onClose={onClose}
      >
        <TextField label="Name" name="name" defaultValue={name} required maxLength={100} />
      </DialogForm>
    </Dialog>
  )
}
