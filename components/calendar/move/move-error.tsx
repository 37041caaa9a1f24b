'use client'

import { X } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { MoveError } from './use-moves'

/** Why a move failed. Floats above the calendar, so that the layout doesn't shift. */
export function MoveErrorNote({ moveError, onClose }: { moveError: MoveError | null; onClose: () => void }) {
  if (!moveError) return null
  const { title, message, error } = moveError
  const close = (
    <IconButton label="Dismiss" onClick={onClose}>
      <X aria-hidden size={16} />
    </IconButton>
  )
  return (
    <div className="fixed inset-x-3 top-16 z-30 mx-auto max-w-lg rounded-xl shadow-lg md:top-5">
      {error === undefined ? (
        <Notice tone="warn" role="alert" title={title} action={close}>
          <p>{message}</p>
        </Notice>
      ) : (
        <ErrorNote error={error} title={title} action={close} />
      )}
    </div>
  )
}
