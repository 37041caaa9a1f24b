import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { database } from '@/lib/db/pool'
import { control } from '../api/api'
import { aDueStory, type DueStory, publishUntilSettled, rowOf } from './publishing'

/** Metrics of a post, with the sandbox's names. */
export const someNumbers = {
  views: 1_000,
  reach: 800,
  likes: 40,
  comments: 6,
  shares: 9,
  saves: 10,
  clicks: 15,
  profile_clicks: 2,
  close_ups: 30,
}

export async function setNumbers(channel: ChannelId, itemId: string, numbers: object): Promise<void> {
  const { external_id } = await rowOf(itemId)
  await control('POST', `/control/posts/${channel}/${encodeURIComponent(external_id ?? '')}/numbers`, numbers)
}

/** A published story that is due for its first reading, with these metrics on each channel. */
export async function aPublishedStory(
  channels: ChannelId[],
  numbers: object | null = someNumbers,
  request: Parameters<typeof aDueStory>[1] = {},
): Promise<DueStory> {
  const story = await aDueStory(channels, request)
  await publishUntilSettled(story.storyId)
  await letHoursPass(Object.values(story.itemIds), 1 / 60)
  if (numbers) for (const channel of channels) await setNumbers(channel, story.itemIds[channel] ?? '', numbers)
  return story
}

/** Lets hours pass for published posts, so that readings become due. */
export async function letHoursPass(itemIds: string | string[], hours: number): Promise<void> {
  const ids = typeof itemIds === 'string' ? [itemIds] : itemIds
  const by = sql`make_interval(secs => ${Math.round(hours * 3_600)})`
  await sql`update queue_items set published_at = published_at - ${by} where id = any(${ids}::uuid[])`.execute(
    database(),
  )
  await sql`update post_metrics set published_at = published_at - ${by} where queue_item_id = any(${ids}::uuid[])`.execute(
    database(),
  )
  await sql`
    update metric_syncs set due_at = due_at - ${by}, next_attempt_at = next_attempt_at - ${by}
    where queue_item_id = any(${ids}::uuid[])`.execute(database())
}

export const syncsOf = (itemId: string) =>
  database()
    .selectFrom('metric_syncs')
    .select(['kind', 'outcome', 'attempts', 'is_backfill', 'last_error'])
    .where('queue_item_id', '=', itemId)
    .orderBy('due_at')
    .execute()

/** `kind: outcome` of each planned reading, by time. */
export const outcomesOf = async (itemId: string): Promise<string[]> =>
  (await syncsOf(itemId)).map(({ kind, outcome }) => `${kind}: ${outcome ?? 'waits'}`)

export const readingsOf = (itemId: string) =>
  database()
    .selectFrom('metric_readings')
    .selectAll()
    .where('queue_item_id', '=', itemId)
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
