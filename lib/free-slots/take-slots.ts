import type { Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { Issue } from '@/lib/errors'
import { lockProject } from '@/lib/projects/repository'
import { FreeSlots } from './free-slots'
import { daysAheadMax } from './limits'
import { findSlots } from './repository'

/** The time of each channel, and the earliest of them. */
export type TakenSlots = { at: Date; times: ReadonlyMap<ChannelId, Date> }

/** Channels that cannot be added to the queue, because they have no slots. */
export async function missingSlots(db: Database, projectId: string, channels: readonly ChannelId[]): Promise<Issue[]> {
  const slots = await findSlots(db, projectId)
  return channels.filter((channel) => !slots[channel]).map(noSlots)
}

/**
 * Takes the next free slot of each channel. The project is locked until the transaction ends, so that two requests
 * never take the same slot. Lock it before stories.
 *
 * @returns issues when a channel has no free slot
 */
export async function takeSlots(
  tx: Transaction<DB>,
  project: { id: string; timezone: string | null },
  { channels, now, exceptStoryId }: { channels: readonly ChannelId[]; now: Date; exceptStoryId?: string },
): Promise<TakenSlots | Issue[]> {
  await lockProject(tx, project.id)
  const free = await FreeSlots.open(tx, project, { channels, now, ...(exceptStoryId ? { exceptStoryId } : {}) })
  return takeFrom(free, channels)
}

/** Takes the next free slot of each channel. The caller has locked the project. */
export function takeFrom(free: FreeSlots, channels: readonly ChannelId[]): TakenSlots | Issue[] {
  const times = new Map<ChannelId, Date>()
  const issues: Issue[] = []
  for (const channel of channels) {
    const at = free.take(channel)
    if (at) times.set(channel, at)
    else issues.push(free.hasSlots(channel) ? noFreeSlot(channel) : noSlots(channel))
  }
  if (issues.length > 0) return issues
  return { times, at: new Date(Math.min(...[...times.values()].map((at) => at.getTime()))) }
}

const noSlots = (channel: ChannelId): Issue => ({
  path: 'add_to_queue',
  code: 'no_slots',
  message: `${channelNames[channel]} has no posting slots. Add some, or choose a time.`,
  channel,
})

const noFreeSlot = (channel: ChannelId): Issue => ({
  path: 'add_to_queue',
  code: 'no_free_slot',
  message: `${channelNames[channel]} has no free slot in the next ${daysAheadMax} days. Add slots, or choose a time.`,
  channel,
})
