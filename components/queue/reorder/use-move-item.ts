'use client'

import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { isDialogOpen, useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { queueKeys, refreshStories } from '@/components/stories/query-keys'
import { useUndo } from '@/components/story-moves/use-undo'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { bulkReschedule, reorderQueue } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import type { QueuePage } from '../load-queue'
import type { QueueFilter } from '../queue-filter'
import { type Move, type Place, timesAfter } from './places'

/** Moves a post of a channel at once on the screen, then on the server, with an undo in a toast and by Ctrl+Z. */
export function useMoveItem(projectId: string, filter: QueueFilter, announce: (text: string) => void) {
  const queries = useQueryClient()
  const toast = useToast()
  const { timeZone, locale } = useZone()
  const { channel } = filter
  const { latest, offer } = useUndo()
  // In a dialog the keys undo what was typed.
  useShortcuts({ 'mod+z': () => (latest && !isDialogOpen() ? void latest() : false) })
  const show = (times: ReadonlyMap<string, string>): void => {
    queries.setQueryData<InfiniteData<QueuePage>>([...queueKeys.all(projectId), filter], (data) => {
      const pages = data?.pages.map((page) => ({
        ...page,
        items: page.items.map((item) => ({ ...item, scheduled_at: times.get(item.id) ?? item.scheduled_at })),
      }))
      return data && pages && { ...data, pages }
    })
  }
  const reorder = async (ids: string[]): Promise<number> =>
    channel === null
      ? 0
      : (await call(reorderQueue, { project_id: projectId, channel, queue_item_ids: ids })).updated.length
  const setTime = async (id: string, scheduled_at: string): Promise<number> =>
    (await call(bulkReschedule, { project_id: projectId, queue_item_ids: [id], scheduled_at })).updated.length
  const undo = async (move: Move): Promise<void> => {
    try {
      const moved = await (move.kind === 'reorder' ? reorder(move.before) : setTime(move.id, move.from))
      toast(moved > 0 ? 'Moved back.' : 'Not moved back. The post can no longer be moved.', moved > 0 ? 'good' : 'bad')
    } catch (error) {
      toast(`Not moved back. ${messageOf(error)}`, 'bad')
    }
    await refreshStories(queries, projectId)
  }
  return async (move: Move, places: readonly Place[]): Promise<void> => {
    await queries.cancelQueries({ queryKey: [...queueKeys.all(projectId), filter] })
    show(timesAfter(places, move))
    keepFocus(move.id)
    try {
      const moved = await (move.kind === 'reorder' ? reorder(move.ids) : setTime(move.id, move.at))
      const others = moved > 1 ? ` ${plural(moved - 1, 'other post')} moved too.` : ''
      const text = `Moved to ${formatTime(move.at, 'short', timeZone, locale)}.${others}`
      if (moved === 0) toast('Not moved. The posts have the same time, or can no longer be moved.', 'bad')
      else {
        const offered = offer(() => undo(move))
        offered.setCloseToast(toast(text, 'good', { label: 'Undo', onUndo: () => void offered.run() }))
        announce(text)
      }
    } catch (error) {
      toast(`Not moved. ${messageOf(error)}`, 'bad')
    }
    await refreshStories(queries, projectId)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : '')

const framesMax = 20

/** The row can be drawn again under another day. Its handle keeps the focus if it had it. */
function keepFocus(id: string): void {
  if (!(document.activeElement instanceof HTMLElement) || document.activeElement.dataset.reorder !== id) return
  let frames = 0
  const restore = (): void => {
    if (document.activeElement === document.body) {
      document.querySelector<HTMLElement>(`[data-reorder="${id}"]`)?.focus()
    }
    frames += 1
    if (frames < framesMax) requestAnimationFrame(restore)
  }
  requestAnimationFrame(restore)
}
