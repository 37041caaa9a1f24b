'use client'

import { X } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { IconButton } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import type { Refusal } from './use-moves'

/** Why something was not moved. It lies above the boxes, so that none of them jumps, and stays until it is read. */
export function RefusalNote({ refusal, onClose }: { refusal: Refusal | null; onClose: () => void }) {
  if (!refusal) return null
  const { title, words, error } = refusal
  const close = (
    <IconButton label="Dismiss" onClick={onClose}>
      <X aria-hidden size={16} />
    </IconButton>
  )
  return (
    <div className="fixed inset-x-3 top-16 z-30 mx-auto max-w-lg rounded-xl shadow-lg md:top-5">
      {error === undefined ? (
        <Notice tone="warn" role="alert" title={title} action={close}>
          <p>{words}</p>
        </Notice>
      ) : (
        <ErrorNote error={error} title={title} action={close} />
      )}
    </div>
  )
}
