'use client'

import { useCallback, useLayoutEffect, useState } from 'react'
import { readLocalDraft, removeLocalDraft, writeLocalDraft } from '@/components/stories/local-draft'

/** A text that is not sent yet. The key makes a second attempt of the same text send nothing twice. */
export type UnsentText = { text: string; idempotencyKey: string }

export const unsentText = (text = ''): UnsentText => ({ text, idempotencyKey: crypto.randomUUID() })

/** @param name what the text is for, e.g. `reply.<conversation>` */
export function readUnsent(projectId: string, name: string): UnsentText {
  try {
    const stored = JSON.parse(readLocalDraft(projectId, name) ?? 'null') as Partial<UnsentText> | null
    if (typeof stored?.text !== 'string' || typeof stored.idempotencyKey !== 'string') return unsentText()
    return { text: stored.text, idempotencyKey: stored.idempotencyKey }
  } catch {
    return unsentText()
  }
}

export function keepUnsent(projectId: string, name: string, unsent: UnsentText): void {
  if (unsent.text.trim() === '') removeLocalDraft(projectId, name)
  else writeLocalDraft(projectId, name, JSON.stringify(unsent))
}

/** Removes the text once it is sent, unless another was written meanwhile. */
export function dropSent(projectId: string, name: string, idempotencyKey: string): void {
  if (readUnsent(projectId, name).idempotencyKey === idempotencyKey) removeLocalDraft(projectId, name)
}

/** A text that this device keeps until it is sent. Empty in the server's page, which cannot read it. */
export function useUnsentText(projectId: string, name: string) {
  const [unsent, setUnsent] = useState(unsentText)
  useLayoutEffect(() => setUnsent(readUnsent(projectId, name)), [projectId, name])
  const change = useCallback(
    (text: string): void => {
      const next = unsentText(text)
      setUnsent(next)
      keepUnsent(projectId, name, next)
    },
    [projectId, name],
  )
  /** Empties the field while its text is being sent. This device keeps the text until `dropSent`. */
  const clear = useCallback((): void => setUnsent(unsentText()), [])
  /** The text was sent. One that was written meanwhile stays. */
  const sent = useCallback(
    (key: string): void => {
      dropSent(projectId, name, key)
      setUnsent((shown) => (shown.idempotencyKey === key ? unsentText() : shown))
    },
    [projectId, name],
  )
  /** Shows a text that was not sent again, above what was written meanwhile. */
  const restore = useCallback(
    (failed: UnsentText): void => {
      const { text } = readUnsent(projectId, name)
      const isOnlyText = text === '' || text === failed.text
      const next = isOnlyText ? failed : unsentText(`${failed.text}\n${text}`)
      setUnsent(next)
      keepUnsent(projectId, name, next)
    },
    [projectId, name],
  )
  return { ...unsent, change, clear, sent, restore }
}
