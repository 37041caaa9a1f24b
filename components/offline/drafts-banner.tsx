'use client'

import { useQueryClient } from '@tanstack/react-query'
import { Info } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { refreshStories } from '@/components/stories/query-keys'
import { useZone } from '@/components/time/zone'
import { Button, ButtonLink } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import { rememberDrafts } from './drafts-cookie'
import { discardDrafts, type WaitingDraft, waitingDrafts } from './waiting-drafts'

const lookMs = 3_000
/** A refused draft needs an edit, so it is not sent again until it changes. */
type Refused = Map<string, string>

type Props = {
  projectId: string
  /** Drafts shown last. The server cannot read them, so it renders the line without captions: nothing moves when they appear. */
  initialCount: number
}

/** Drafts that are on this device only. They are saved as soon as the server can be reached. */
export function DraftsBanner({ projectId, initialCount }: Props) {
  const { drafts: found, isOnline, lookAgain } = useWaitingDrafts(projectId)
  const toast = useToast()
  const drafts = found ?? Array.from({ length: initialCount }, (_, index) => ({ slot: String(index), caption: '' }))
  if (drafts.length === 0) return null
  const count = drafts.length === 1 ? '1 draft is' : `${drafts.length} drafts are`
  const discard = (): void => {
    const putBack = discardDrafts(projectId, drafts)
    lookAgain()
    const undo = (): void => {
      putBack()
      lookAgain()
    }
    toast(drafts.length === 1 ? 'Draft discarded.' : `${drafts.length} drafts discarded.`, 'good', {
      label: 'Undo',
      onUndo: undo,
    })
  }
  return (
    <div role="status" className="mb-3 flex items-center gap-3 rounded-xl bg-info-wash py-1.5 pr-2 pl-4 max-sm:pl-3">
      <Info aria-hidden size={18} className="shrink-0 text-info max-sm:hidden" />
      <p className="min-w-0 flex-1 sm:truncate">
        <span className="font-semibold text-info">{`${count} on this device only`}</span>
        <span className="max-sm:hidden">
          {drafts.some(({ caption }) => caption) && (
            <> · {drafts.map(({ caption }) => caption || 'No caption').join(', ')}</>
          )}
          {!isOnline && ' · Saved to Storycast when you are back online'}
        </span>
      </p>
      <div className="flex shrink-0 gap-1">
        <Button isSmall tone="ghost" onClick={discard} disabled={found === null}>
          Discard{drafts.length > 1 && ' all'}
        </Button>
        <ButtonLink isSmall href={`/${projectId}/compose`}>
          Open
        </ButtonLink>
      </div>
    </div>
  )
}

type Waiting = { drafts: WaitingDraft[] | null; isOnline: boolean; lookAgain: () => void }

/** `drafts` is null until this browser was asked. */
function useWaitingDrafts(projectId: string): Waiting {
  const [drafts, setDrafts] = useState<WaitingDraft[] | null>(null)
  const [isOnline, setOnline] = useState(true)
  const refused = useRef<Refused>(new Map())
  const lookAgain = useCallback(async () => setDrafts(await waitingDrafts(projectId)), [projectId])
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
  return { drafts, isOnline, lookAgain }
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
