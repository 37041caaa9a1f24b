'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { refreshStories } from '@/components/stories/query-keys'
import { useZone } from '@/components/time/zone'
import { ButtonLink } from '@/components/ui/button'
import { Notice } from '@/components/ui/notice'
import { useToast } from '@/components/ui/toast'
import { rememberDrafts } from './drafts-cookie'
import { type WaitingDraft, waitingDrafts } from './waiting-drafts'

const lookMs = 3_000
/** A refused draft needs an edit, so it is not sent again until it changes. */
type Refused = Map<string, string>

type Props = {
  projectId: string
  /** Drafts shown last. The server cannot read them, so it renders empty lines: nothing moves when they appear. */
  initialCount: number
}

/** Drafts that are on this device only. They are saved as soon as the server can be reached. */
export function DraftsBanner({ projectId, initialCount }: Props) {
  const { drafts: found, isOnline } = useWaitingDrafts(projectId)
  const drafts =
    found ?? Array.from({ length: initialCount }, (_, index) => ({ slot: String(index), caption: '\u00a0' }))
  if (drafts.length === 0) return null
  const count = drafts.length === 1 ? '1 draft is' : `${drafts.length} drafts are`
  return (
    <div role="status" className="mb-5">
      <Notice
        tone="info"
        title={`${count} on this device only`}
        action={
          <ButtonLink isSmall href={`/${projectId}/compose`}>
            Open
          </ButtonLink>
        }
      >
        <p>{isOnline ? 'Open it to finish it.' : 'Saved to Storycast when you are back online.'}</p>
        <ul className="list-disc pl-5">
          {drafts.map(({ slot, caption }) => (
            <li key={slot} className="truncate">
              {caption || 'No caption'}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  )
}

/** Null until this browser was asked. */
function useWaitingDrafts(projectId: string): { drafts: WaitingDraft[] | null; isOnline: boolean } {
  const [drafts, setDrafts] = useState<WaitingDraft[] | null>(null)
  const [isOnline, setOnline] = useState(true)
  const refused = useRef<Refused>(new Map())
  const { timeZone } = useZone()
  const queries = useQueryClient()
  const toast = useToast()
  useEffect(() => {
    let isCurrent = true
    let isBusy = false
    let seen: WaitingDraft[] = []
    const look = async (): Promise<void> => {
      if (isBusy) return
      isBusy = true
      try {
        let waiting = await waitingDrafts(projectId)
        // A composer that was just closed is still saving its draft.
        const due = waiting.filter((one) => seen.some((other) => isSame([one], [other])))
        seen = waiting
        if (navigator.onLine && (await syncAll(projectId, due, { timeZone, refused: refused.current })) > 0) {
          waiting = await waitingDrafts(projectId)
          toast('Drafts of this device saved.')
          void refreshStories(queries, projectId)
        }
        if (!isCurrent) return
        setOnline(navigator.onLine)
        setDrafts((before) => (before && isSame(before, waiting) ? before : waiting))
      } finally {
        isBusy = false
      }
    }
    const timer = setInterval(look, lookMs)
    window.addEventListener('online', look)
    window.addEventListener('offline', look)
    void look()
    return () => {
      isCurrent = false
      clearInterval(timer)
      window.removeEventListener('online', look)
      window.removeEventListener('offline', look)
    }
  }, [projectId, timeZone, queries, toast])
  const count = drafts?.length
  useEffect(() => {
    if (count !== undefined) rememberDrafts(projectId, count)
  }, [projectId, count])
  return { drafts, isOnline }
}

const isSame = (one: readonly WaitingDraft[], other: readonly WaitingDraft[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** @returns how many were saved */
async function syncAll(
  projectId: string,
  waiting: readonly WaitingDraft[],
  { timeZone, refused }: { timeZone: string; refused: Refused },
): Promise<number> {
  const due = waiting.filter(({ slot, caption }) => refused.get(slot) !== caption)
  if (due.length === 0 || !navigator.locks) return 0
  // Few people have such drafts, so it is loaded when needed.
  const { syncDraft } = await import('./sync-drafts')
  let saved = 0
  for (const { slot, caption } of due) {
    try {
      if (await syncDraft(projectId, slot, timeZone)) saved += 1
    } catch (error) {
      if (error instanceof Error && 'status' in error && Number(error.status) >= 400 && Number(error.status) < 500)
        refused.set(slot, caption)
    }
  }
  return saved
}
