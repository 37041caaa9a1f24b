import { sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { WeeklySlot } from './slot-times'

export type SlotsByChannel = Partial<Record<ChannelId, WeeklySlot[]>>

/** Slots by channel, each sorted by weekday and time. */
export async function findSlots(db: Database, projectId: string): Promise<SlotsByChannel> {
  const rows = await db
    .selectFrom('posting_slots')
    .select(['channel', 'weekday', 'time'])
    .where('project_id', '=', projectId)
    .orderBy('weekday')
    .orderBy('time')
    .execute()
  const byChannel: SlotsByChannel = {}
  for (const { channel, weekday, time } of rows) {
    const slots = byChannel[channel] ?? []
    byChannel[channel] = slots
    slots.push({ weekday, time })
  }
  return byChannel
}

/** The caller has locked the project. */
export async function replaceSlots(tx: Transaction<DB>, projectId: string, channels: SlotsByChannel): Promise<void> {
  const slots = Object.entries(channels).flatMap(([channel, times]) => times.map((time) => ({ channel, ...time })))
  await tx.deleteFrom('posting_slots').where('project_id', '=', projectId).execute()
  await sql`
    insert into posting_slots (project_id, channel, weekday, time)
    select distinct ${projectId}::uuid, channel, weekday, time
    from jsonb_to_recordset(${JSON.stringify(slots)}::jsonb) as s (channel text, weekday smallint, time text)`.execute(
    tx,
  )
}

type Wanted = { channels: readonly ChannelId[]; from: Date; to: Date; exceptStoryId: string | null }

/** Times of approved and pending posts. */
export async function findTakenTimes(
  db: Database,
  projectId: string,
  { channels, from, to, exceptStoryId }: Wanted,
): Promise<{ channel: ChannelId; at: Date }[]> {
  const { rows } = await sql<{ channel: ChannelId; at: Date }>`
    select channel, scheduled_at as at from queue_items
    where project_id = ${projectId} and scheduled_at > ${from} and scheduled_at <= ${to}
      and status in ('approved', 'pending') and channel = any(${[...channels]}::text[])
      and story_id is distinct from ${exceptStoryId}::uuid`.execute(db)
  return rows
}
