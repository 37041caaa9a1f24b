import type { z } from 'zod'
import type { ChannelId } from '@/lib/channel-ids'
import { appUrl } from '@/lib/env'
import { type QueueRow, serializeQueueItem } from '@/lib/queue-items/serializer'
import type { Enqueue, Links, Warning } from './resource-contract'
import { type StoryRow, serializeStory } from './serializer'

/** Rows in the order of the story's channels. */
export const inChannelOrder = <Row extends { channel: string }>(
  story: { channels: string[] },
  rows: readonly Row[],
): Row[] => [...rows].sort((one, other) => story.channels.indexOf(one.channel) - story.channels.indexOf(other.channel))

type RowStatus = { channel: string; status: string; skip_reason?: string | null }

/** The channels queued for publishing, and why others are not. */
export function enqueueOf(rows: readonly RowStatus[]): Enqueue {
  const enqueued: ChannelId[] = []
  const skipped: Enqueue['skipped'] = []
  for (const { channel, status, skip_reason } of rows) {
    if (status === 'approved') enqueued.push(channel as ChannelId)
    else skipped.push({ channel: channel as ChannelId, reason: skipReason(status, skip_reason) })
  }
  return { enqueued, skipped }
}

function skipReason(status: string, reason: string | null | undefined): string {
  if (status === 'pending') return 'awaiting_approval'
  return status === 'failed' ? (reason ?? status) : status
}

const linksOf = ({ id, project_id }: { id: string; project_id: string }): z.output<typeof Links> => ({
  dashboard_url: `${appUrl()}/${project_id}/stories/${id}`,
  preview_url: `${appUrl()}/api/v1/stories/${id}/preview`,
})

/** Response of create and edit. */
export const savedResponse = (story: StoryRow, rows: readonly RowStatus[], warnings: Warning[], now: Date) => ({
  story: serializeStory(story, now),
  enqueue: enqueueOf(inChannelOrder(story, rows)),
  links: linksOf(story),
  warnings,
})

export const serializeRows = (story: StoryRow, rows: QueueRow[]) =>
  inChannelOrder(story, rows).map((row) =>
    serializeQueueItem({ ...row, title: story.title, primary_caption: story.caption }),
  )

/** Response of operations that change a story's status or time. */
export const changedResponse = (story: StoryRow, rows: QueueRow[], warnings: Warning[] = []) => ({
  ok: true as const,
  story_id: story.id,
  status: serializeStory(story, story.updated_at).status,
  scheduled_at: story.scheduled_at?.toISOString() ?? null,
  queue_items: serializeRows(story, rows),
  enqueue: enqueueOf(inChannelOrder(story, rows)),
  warnings,
})
