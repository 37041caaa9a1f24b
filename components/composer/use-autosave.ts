'use client'

import { useCallback, useEffect, useRef, useState } from 'react'
import { useZone } from '@/components/time/zone'
import { ApiError } from '@/lib/api/client'
import type { StoryDetail } from '@/lib/stories/contract'
import { contentOf, type Draft } from './draft'
import type { Base } from './kept-draft'
import { Overtaken, type Save } from './use-saver'

const pauseMs = 1_000
/** Whoever types without a pause is saved as well. */
const longestMs = 8_000
/** After a fault that may pass: growing waits, the last of them again and again. */
const retriesMs = [3_000, 10_000, 30_000, 60_000]

/** How the words stand with the server. */
export type SaveState =
  | { kind: 'untouched' }
  /** The last words are saved. */
  | { kind: 'saved' }
  /** Typed a moment ago, or on its way. */
  | { kind: 'saving' }
  /** Something is missing before anything can be saved. */
  | { kind: 'held'; why: string }
  /** Saved on purpose alone. */
  | { kind: 'by_hand' }
  | { kind: 'failed'; error: unknown; isPassing: boolean }
  | { kind: 'conflict' }

type Options = {
  draft: Draft
  base: Base
  /** The time until which nothing is to be saved by itself: an ending is under way, or two versions are compared. */
  isPaused: boolean
  hasConflict: boolean
  /** Why this draft cannot be saved at all yet; null when it can. */
  obstacle: string | null
  save: Save
  draftNow: () => Draft
  onOvertaken: (theirs: StoryDetail) => void
}

type Failure = { content: string; error: unknown; isPassing: boolean; count: number }

/** Channels alone are chosen before anything is written, and nobody is to be told off for it. */
const isWordless = ({ caption, slides }: Draft): boolean => caption.trim() === '' && slides.length === 0

/** Whoever was signed out signs in again in another tab. */
const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && ([0, 401, 429].includes(error.status) || error.status >= 500)

/** Saves a draft while it is written. A scheduled story is left alone: it goes out as somebody decided on purpose. */
export function useAutosave(options: Options): SaveState {
  const { draft, base, isPaused, hasConflict, obstacle, save, draftNow, onOvertaken } = options
  const { timeZone } = useZone()
  const [isSaving, setIsSaving] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const content = JSON.stringify(contentOf(draft, timeZone))
  const isBehind = content !== JSON.stringify(contentOf(base.draft, timeZone))
  const isByHand = base.saved?.isScheduled === true
  const isOn = isBehind && !isByHand && !isPaused && !hasConflict && obstacle === null
  const isRefused = failure !== null && !failure.isPassing && failure.content === content
  useReturn(useCallback(() => setFailure((before) => (before?.isPassing ? null : before)), []))

  const run = useCallback(async (): Promise<void> => {
    const sent = draftNow()
    setIsSaving(true)
    try {
      // What breaks the brand voice is told beside the text; half a sentence must not be lost for it.
      await save(sent, () => ({ lint_check: 'warn' }))
      setFailure(null)
    } catch (error) {
      if (error instanceof Overtaken) return onOvertaken(error.theirs)
      const text = JSON.stringify(contentOf(sent, timeZone))
      setFailure((before) => ({ content: text, error, isPassing: isPassing(error), count: (before?.count ?? 0) + 1 }))
    } finally {
      setIsSaving(false)
    }
  }, [save, draftNow, onOvertaken, timeZone])

  const firstAt = useRef<number | null>(null)
  if (!isBehind) firstAt.current = null
  const failures = failure?.isPassing ? failure.count : 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new word begins the pause anew.
  useEffect(() => {
    if (!isOn || isSaving || isRefused) return
    firstAt.current ??= performance.now()
    const soon = Math.min(pauseMs, Math.max(0, firstAt.current + longestMs - performance.now()))
    const timer = setTimeout(
      () => void run(),
      failures > 0 ? retriesMs[Math.min(failures, retriesMs.length) - 1] : soon,
    )
    return () => clearTimeout(timer)
  }, [content, isOn, isSaving, isRefused, failures, run])
  useLastSave({ isDue: isOn && !isSaving && !isRefused, run })

  if (hasConflict) return { kind: 'conflict' }
  if (!base.saved && (!isBehind || isWordless(draft))) return { kind: 'untouched' }
  if (!isBehind) return { kind: 'saved' }
  if (isByHand) return { kind: 'by_hand' }
  if (obstacle !== null) return { kind: 'held', why: obstacle }
  if (failure && (isRefused || failure.isPassing)) {
    return { kind: 'failed', error: failure.error, isPassing: failure.isPassing }
  }
  return { kind: 'saving' }
}

/** Nobody waits out a minute when the line is back, or who comes back from the tab in which they signed in. */
function useReturn(onBack: () => void): void {
  useEffect(() => {
    const shown = (): void => {
      if (document.visibilityState === 'visible') onBack()
    }
    window.addEventListener('online', onBack)
    document.addEventListener('visibilitychange', shown)
    return () => {
      window.removeEventListener('online', onBack)
      document.removeEventListener('visibilitychange', shown)
    }
  }, [onBack])
}

/** What was typed a moment before the composer is left is sent at once; it is kept in the browser besides. */
function useLastSave(now: { isDue: boolean; run: () => Promise<void> }): void {
  const latest = useRef(now)
  latest.current = now
  useEffect(() => {
    const leave = (): void => {
      if (latest.current.isDue) void latest.current.run()
    }
    const hidden = (): void => {
      if (document.visibilityState === 'hidden') leave()
    }
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      leave()
    }
  }, [])
}
