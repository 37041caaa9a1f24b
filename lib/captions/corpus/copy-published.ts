import { sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { characters } from '@/lib/channels/rules'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import type { ChannelOverrides } from '@/lib/story-content'
import { captionTextMax, unapprovedCopiesMax } from './limits'
import { type CaptionValues, deleteOldCopies, insertCaptions } from './repository'

const batchMax = 200

/** Copies captions of published stories into the corpus, once per story. They wait for approval. */
export async function copyPublishedCaptions(db: Database): Promise<{ copied: number }> {
  let copied = 0
  for (;;) {
    const batch = await transaction(db, copyBatch)
    copied += batch.copied
    if (batch.events < batchMax) return { copied }
  }
}

/** The published content, as in the event. */
type Published = {
  event_id: string
  story_id: string
  project_id: string
  story: PublishedStory
}

type PublishedStory = {
  caption: string
  content_type: string | null
  channels: ChannelId[]
  channel_overrides: ChannelOverrides
}

async function copyBatch(tx: Transaction<DB>): Promise<{ events: number; copied: number }> {
  const { rows: published } = await sql<Published>`
    select id as event_id, (data #>> '{story,id}')::uuid as story_id, project_id, data -> 'story' as story
    from events where event = 'story.published' and captions_copied_at is null
    order by id limit ${batchMax} for update skip locked`.execute(tx)
  if (published.length === 0) return { events: 0, copied: 0 }
  const fresh = await markCopied(
    tx,
    published.map(({ story_id }) => story_id),
  )
  const byProject = new Map<string, CaptionValues[]>()
  for (const { story_id, project_id, story } of published) {
    // A story has an event for each group of channels.
    if (!fresh.delete(story_id)) continue
    byProject.set(project_id, [...(byProject.get(project_id) ?? []), ...copyOf(story)])
  }
  let copied = 0
  for (const [projectId, captions] of byProject) {
    copied += (await insertCaptions(tx, projectId, captions)).length
    await deleteOldCopies(tx, projectId, unapprovedCopiesMax)
  }
  await sql`
    update events set captions_copied_at = now()
    where id = any (${published.map(({ event_id }) => event_id)}::uuid[])`.execute(tx)
  return { events: published.length, copied }
}

/** Copies the newest published stories that were not copied yet. Copies of sample posts are sample data too. */
export async function copyStories(
  tx: Transaction<DB>,
  projectId: string,
  limit: number,
): Promise<{ created: number; checked: number; ids: string[] }> {
  const { rows: stories } = await sql<PublishedStory & { id: string; is_sample: boolean }>`
    select id, caption, content_type, channels, channel_overrides,
      exists (select from sample_data d where d.project_id = s.project_id and d.resource_id = s.id) as is_sample
    from stories s
    where project_id = ${projectId} and status in ('published', 'partial') and s.origin = 'storycast'
      and not exists (select from caption_copies c where c.story_id = s.id)
    order by coalesce(scheduled_at, published_at) desc, id desc limit ${limit}`.execute(tx)
  const fresh = await markCopied(
    tx,
    stories.map(({ id }) => id),
  )
  // Oldest first, so that the newest story has the newest caption.
  const copied = stories.filter(({ id }) => fresh.has(id)).reverse()
  const created = await insertCaptions(tx, projectId, copied.flatMap(copyOf))
  const own = new Set(
    copied
      .filter(({ is_sample }) => !is_sample)
      .flatMap(copyOf)
      .map(textOf),
  )
  const samples = new Set(
    copied
      .filter(({ is_sample }) => is_sample)
      .flatMap(copyOf)
      .map(textOf),
  )
  const sampleIds = created.filter((row) => samples.has(row.caption) && !own.has(row.caption)).map(({ id }) => id)
  await sql`
    insert into sample_data (project_id, kind, resource_id)
    select ${projectId}, 'caption', id from unnest(${sampleIds}::uuid[]) as id`.execute(tx)
  await deleteOldCopies(tx, projectId, unapprovedCopiesMax)
  return { created: created.length, checked: stories.length, ids: created.map(({ id }) => id) }
}

/**
 * Deletes copies, and forgets that their stories were copied, so that they can be copied again. A copy and the mark of its
 * story have the time of the same transaction.
 *
 * @returns how many were deleted
 */
export async function undoCopies(tx: Transaction<DB>, projectId: string, ids: readonly string[]): Promise<number> {
  await sql`
    delete from caption_copies c using stories s
    where c.story_id = s.id and s.project_id = ${projectId} and c.copied_at in (
      select created_at from caption_corpus
      where project_id = ${projectId} and id = any (${ids}::uuid[]) and source = 'published')`.execute(tx)
  const { rows } = await sql`
    delete from caption_corpus
    where project_id = ${projectId} and id = any (${ids}::uuid[]) and source = 'published' and not approved
    returning id`.execute(tx)
  return rows.length
}

const textOf = ({ caption }: CaptionValues): string => caption

/** Marks stories as copied, and returns those that were not. */
async function markCopied(tx: Transaction<DB>, storyIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ story_id: string }>`
    insert into caption_copies (story_id)
    select id from stories where id = any (${storyIds}::uuid[]) order by id
    on conflict do nothing returning story_id`.execute(tx)
  return new Set(rows.map(({ story_id }) => story_id))
}

/** The caption of a story with one channel is for that channel. Empty and very long texts are no examples. */
function copyOf({ caption, content_type, channels, channel_overrides }: PublishedStory): CaptionValues[] {
  const [channel = null] = channels.length === 1 ? channels : []
  const own = channel && channel_overrides[channel]
  const text = (own?.description ?? own?.caption ?? caption).trim()
  if (text === '' || characters(text) > captionTextMax) return []
  return [{ caption: text, content_type, channel, source: 'published', approved: false }]
}
