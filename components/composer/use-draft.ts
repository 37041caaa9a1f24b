'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChannelId } from '@/lib/channels/ids'
import { type Draft, type DraftOverride, withOverride } from './draft'
import { findKeptDraft, forgetDraft, keepDraft, type Saved } from './kept-draft'

const keepAfterMs = 400

const isSame = (one: Draft, other: Draft): boolean => withoutKeys(one) === withoutKeys(other)
const withoutKeys = (draft: Draft): string =>
  JSON.stringify(draft, (name, value) => (name === 'key' ? undefined : value))

/**
 * The draft in the composer. It is kept in the browser while it is written, and brought back when the page was closed
 * over it.
 */
export function useDraft(projectId: string, storyId: string | null, initial: Draft, initialSaved: Saved | null) {
  const [draft, setDraft] = useState(initial)
  const [saved, setSaved] = useState(initialSaved)
  const [wasRestored, setWasRestored] = useState(false)
  const [isReady, setIsReady] = useState(false)
  const start = useRef({ draft: initial, saved: initialSaved })
  // After the last words were saved or thrown away, nothing may be written down again.
  const isOver = useRef(false)

  useEffect(() => {
    setIsReady(true)
    const kept = findKeptDraft(projectId, storyId)
    if (!kept || isSame(kept.draft, start.current.draft)) return
    // The story went on without what was kept here: its newer words win.
    if (storyId !== null && kept.saved?.updatedAt !== start.current.saved?.updatedAt) {
      return forgetDraft(projectId, storyId)
    }
    setDraft(kept.draft)
    setSaved(kept.saved)
    setWasRestored(true)
  }, [projectId, storyId])

  useEffect(() => {
    if (isOver.current || isSame(draft, start.current.draft)) return
    const timer = setTimeout(() => {
      if (!isOver.current) keepDraft(projectId, storyId, { draft, saved })
    }, keepAfterMs)
    return () => clearTimeout(timer)
  }, [draft, saved, projectId, storyId])

  const change = useCallback((patch: Partial<Draft>): void => setDraft((before) => ({ ...before, ...patch })), [])
  const changeOverride = useCallback(
    (channel: ChannelId, patch: Partial<DraftOverride>): void =>
      setDraft((before) => withOverride(before, channel, patch)),
    [],
  )
  const finish = useCallback((): void => {
    isOver.current = true
    forgetDraft(projectId, storyId)
  }, [projectId, storyId])
  const startOver = (): void => {
    forgetDraft(projectId, storyId)
    setDraft(start.current.draft)
    setSaved(start.current.saved)
    setWasRestored(false)
  }
  const isChanged = !isSame(draft, start.current.draft)
  return { isReady, draft, saved, setSaved, change, changeOverride, wasRestored, startOver, finish, isChanged }
}
