'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { refreshStories } from '@/components/stories/query-keys'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { ApiError, call } from '@/lib/api/client'
import { approveQueueItem, rejectQueueItem } from '@/lib/openapi/operations.generated'
import type { QueueItem } from '@/lib/queue-items/schema'
import { channelList } from '../queue-stories'

/** Pending posts of one story. */
export type PendingItems = readonly [QueueItem, ...QueueItem[]]

/** Approves posts. The focus moves to the next row, so that many can be approved with the keyboard. */
export function useApprove(items: PendingItems, button: RefObject<HTMLButtonElement | null>) {
  const queries = useQueryClient()
  const toast = useToast()
  const { timeZone, locale } = useZone()
  return useMutation({
    mutationFn: ({ isAnyway }: { isAnyway: boolean }) =>
      reviewEach(items, ({ id }) => call(approveQueueItem, isAnyway ? { id, ignore_requested_changes: true } : { id })),
    onSuccess: () => {
      toast(`Approved for ${channelList(items)}. Publishing ${publishingText(items, timeZone, locale)}.`)
      focusNextReview(button.current)
    },
    // Posts before the failed one are approved.
    onSettled: () => refreshStories(queries, items[0].project_id),
  })
}

export function useReject(items: PendingItems, button: RefObject<HTMLButtonElement | null>, onDone: () => void) {
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: (reason: string) => reviewEach(items, ({ id }) => call(rejectQueueItem, { id, reason })),
    onSuccess: () => {
      toast(`Rejected for ${channelList(items)}.`)
      onDone()
      // After the dialog has given the focus back to its button.
      requestAnimationFrame(() => focusNextReview(button.current))
    },
    onSettled: () => refreshStories(queries, items[0].project_id),
  })
}

/** Whether a client asked for changes that were not made. */
export const wantsChanges = (error: unknown): boolean =>
  error instanceof ApiError && error.issues.some(({ code }) => code === 'changes_requested')

/** One after the other: they change the same story. */
async function reviewEach(items: PendingItems, review: (item: QueueItem) => Promise<unknown>): Promise<void> {
  for (const item of items) await review(item)
}

/** “Fri, 1 May, 09:00”, “from Fri, 1 May, 09:00” or “now”. */
function publishingText(items: PendingItems, timeZone: string, locale: string): string {
  const times = [...new Set(items.map(({ scheduled_at }) => scheduled_at ?? ''))].sort()
  const [first = ''] = times
  if (!first || Date.parse(first) <= Date.now()) return 'now'
  return `${times.length > 1 ? 'from ' : ''}${formatTime(first, 'short', timeZone, locale)}`
}

/** Focuses the next approve button after a row, or the one before it. */
function focusNextReview(button: HTMLButtonElement | null): void {
  const own = button?.closest('[data-review]')
  const others = [...document.querySelectorAll<HTMLElement>('[data-approve]')].filter((other) => !own?.contains(other))
  const isAfter = (other: HTMLElement): boolean =>
    button !== null && (button.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next = others.find(isAfter) ?? others.at(-1) ?? document.querySelector<HTMLElement>('main')
  next?.focus()
}
