import { sql, type Transaction, type Updateable } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { defaultBoardOf } from '@/lib/connections/default-board'
import { perDatabase } from '@/lib/db/coalesce'
import { nextUpdatedAt } from '@/lib/db/next-updated-at'
import type { Database } from '@/lib/db/pool'
import type { DB, QueueItems, Stories } from '@/lib/db/types.generated'
import { notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import type { ProjectRow } from '@/lib/projects/repository'
import { announceDueRows } from '@/lib/queue-items/announce-due'
import { type QueueRow, queueColumns } from '@/lib/queue-items/serializer'
import { partlyPublicRow } from '@/lib/queue-items/started'
import type { QueueStatus } from '@/lib/queue-items/status'
import { insertLinks, linkRows } from '@/lib/tracking/repository'
import type { TrackedLink } from '@/lib/tracking/tracked-link'
import type { VoiceRules } from '@/lib/voice/rules'
import { type Content, contentNames } from './content/content'
import type { ResolvedTracking } from './content/tracking-values'
import { type StoryRow, storyColumns } from './serializer'
import type { StoryStatus } from './status'

export async function findStory(db: Database, projectId: string, id: string): Promise<StoryRow | undefined> {
  return db
    .selectFrom('stories')
    .select(storyColumns)
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
}

export async function findRows(db: Database, projectId: string, storyId: string): Promise<QueueRow[]> {
  return db
    .selectFrom('queue_items')
    .select(queueColumns)
    .where('story_id', '=', storyId)
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
}

/** A locked row, with whether the publisher is working on it and whether part of it is public. */
export type HeldRow = QueueRow & { is_in_flight: boolean; is_partly_public: boolean }
export type Held = { story: StoryRow; rows: HeldRow[] }

/** A worker holds the row, or the result of a send is unknown. */
const isInFlight = sql<boolean>`status = 'approved' and (coalesce(lease_until > now(), false) or progress ? 'sending')`

/**
 * Locks stories and then their rows, each in id order, so that transactions never deadlock. Meanwhile the publisher
 * can claim none of the rows.
 */
export async function lockStories(tx: Transaction<DB>, projectId: string, ids: readonly string[]): Promise<Held[]> {
  if (ids.length === 0) return []
  const stories = await tx
    .selectFrom('stories')
    .select(storyColumns)
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forUpdate()
    .execute()
  const rows = await tx
    .selectFrom('queue_items')
    .select(queueColumns)
    .select([isInFlight.as('is_in_flight'), partlyPublicRow.as('is_partly_public')])
    .where('story_id', 'in', ids)
    .where('project_id', '=', projectId)
    .orderBy('id')
    .forUpdate()
    .execute()
  return stories.map((story) => ({ story, rows: rows.filter(({ story_id }) => story_id === story.id) }))
}

export async function lockStory(tx: Transaction<DB>, projectId: string, id: string): Promise<Held> {
  const [held] = await lockStories(tx, projectId, [id])
  if (!held) throw notFound('story')
  return held
}

/** Columns set on insert; the others have defaults. */
const createdColumns = [
  'id',
  'project_id',
  'status',
  'scheduled_at',
  'utm_resolved',
  ...contentNames,
] as const satisfies readonly (keyof Stories)[]
const rowColumns = [
  'id',
  'story_id',
  'project_id',
  'channel',
  'status',
  'scheduled_at',
  'next_attempt_at',
  'destination_url',
  'utm',
  'data_snapshot',
] as const satisfies readonly (keyof QueueItems)[]

export type NewStory = Content & {
  id: string
  project_id: string
  status: StoryStatus
  scheduled_at: Date | null
  utm_resolved: ResolvedTracking | null
}
export type NewRow = { [Column in (typeof rowColumns)[number]]: unknown } & { channel: string; status: QueueStatus }

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const createdList = columnList(createdColumns)
const rowList = columnList(rowColumns)

type NewStoryRows = {
  story: NewStory
  rows: readonly NewRow[]
  links: readonly TrackedLink[]
  line: { kind: string; actor: string | null; detail: object }
}

/**
 * Inserts a story, its rows, its links and the first timeline entry in one statement. Concurrent creates share it,
 * because create is the most frequent call of API clients and each extra round trip would double its cost.
 *
 * @returns the creation time, by the database's clock
 */
export async function insertNewStory(db: Database, newStory: NewStoryRows): Promise<Date> {
  const createdAt = await insertMany(db, newStory)
  await announceDueRows(newStory.story.project_id, newStory.rows)
  return createdAt
}

/** Keep transactions short: the embedded database has a single backend. */
const sharing = { maxItems: 50 }
const insertMany = perDatabase(async (db, newStories: NewStoryRows[]): Promise<Date[]> => {
  const stories = JSON.stringify(newStories.map(({ story }) => story))
  const items = JSON.stringify(newStories.flatMap(({ rows }) => rows))
  const lines = newStories.map(({ story, line }) => ({
    id: newId(),
    project_id: story.project_id,
    story_id: story.id,
    ...line,
  }))
  const links = newStories.flatMap(({ story, links }) =>
    linkRows(links, { projectId: story.project_id, storyId: story.id }),
  )
  // Most stories have no links.
  const withLinks = links.length > 0 ? sql`, links as (${insertLinks(links)})` : sql``
  const { rows: made } = await sql<{ created_at: Date }>`
    with made as (
      insert into stories (${createdList})
      select ${createdList} from jsonb_populate_recordset(null::stories, ${stories}::jsonb)
      returning created_at
    ), items as (
      insert into queue_items (${rowList}, pending_since)
      select ${rowList}, case when status = 'pending' then now() end from jsonb_populate_recordset(null::queue_items, ${items}::jsonb)
    ), lines as (
      insert into timeline_entries (id, project_id, story_id, kind, actor, detail)
      select id, project_id, story_id, kind, actor, detail
      from jsonb_populate_recordset(null::timeline_entries, ${JSON.stringify(lines)}::jsonb)
    )${withLinks}
    select created_at from made`.execute(db)
  // All rows of one statement share a creation time.
  const [first] = made
  if (made.length !== newStories.length || !first) throw new Error('Not every story was inserted.')
  return newStories.map(() => first.created_at)
}, sharing)

export async function updateStory(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  changes: Updateable<Stories>,
): Promise<StoryRow> {
  return tx
    .updateTable('stories')
    .set({ ...changes, updated_at: nextUpdatedAt() })
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .returning(storyColumns)
    .executeTakeFirstOrThrow()
}

/** Sets the times of many stories in one statement. */
export async function updateTimes(
  tx: Transaction<DB>,
  projectId: string,
  times: readonly { id: string; scheduled_at: Date | null }[],
): Promise<StoryRow[]> {
  if (times.length === 0) return []
  const returned = sql.join(storyColumns.map((column) => sql.ref(`s.${column}`)))
  const changes = JSON.stringify(times.map(({ id, scheduled_at }) => ({ id, scheduled_at })))
  const { rows } = await sql<StoryRow>`
    update stories s set
      scheduled_at = c.scheduled_at, updated_at = ${nextUpdatedAt('s.updated_at')}
    from jsonb_to_recordset(${changes}::jsonb) as c (id uuid, scheduled_at timestamptz)
    where s.id = c.id and s.project_id = ${projectId}
    returning ${returned}`.execute(tx)
  return rows
}

/**
 * Marks rows as having their own time when the story moves without them. Safe for rows in flight: nothing else
 * changes.
 */
export async function markOwnTimes(tx: Transaction<DB>, projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('queue_items')
    .set({ data_snapshot: sql`data_snapshot || '{"time_override": true}'` })
    .where('id', 'in', ids)
    .where('project_id', '=', projectId)
    .execute()
}

export async function deleteStoryRow(tx: Transaction<DB>, projectId: string, id: string): Promise<void> {
  await tx.deleteFrom('stories').where('id', '=', id).where('project_id', '=', projectId).execute()
}

export async function insertRows(tx: Transaction<DB>, rows: readonly NewRow[]): Promise<QueueRow[]> {
  if (rows.length === 0) return []
  const { rows: made } = await sql<QueueRow>`
    insert into queue_items (${rowList}, pending_since)
    select ${rowList}, case when status = 'pending' then now() end from jsonb_populate_recordset(null::queue_items, ${JSON.stringify(rows)}::jsonb)
    returning ${columnList(queueColumns)}`.execute(tx)
  const [first] = made
  if (first) await announceDueRows(first.project_id, rows)
  return made
}

export async function deleteRows(tx: Transaction<DB>, projectId: string, ids: string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.deleteFrom('queue_items').where('id', 'in', ids).where('project_id', '=', projectId).execute()
}

/** New values of a locked row. */
export type RowChange = {
  id: string
  status: QueueStatus
  scheduled_at: Date | null
  next_attempt_at: Date | null
  skip_reason: string | null
  skip_category: string | null
  provider_code: string | null
  destination_url: string | null
  utm: unknown
  data_snapshot: unknown
  /**
   * Clears uploads and containers of earlier attempts, which hold the old content. A send that may have succeeded
   * stays: without it, a duplicate refusal would be misinterpreted and the post published twice.
   */
  is_restarted: boolean
}

/**
 * Updates many rows in one statement and increments their fences, so that earlier holders can no longer write. The
 * caller has locked the rows and none is in flight.
 */
export async function writeRows(tx: Transaction<DB>, projectId: string, changes: RowChange[]): Promise<QueueRow[]> {
  if (changes.length === 0) return []
  const returned = sql.join(queueColumns.map((column) => sql.ref(`q.${column}`)))
  const { rows } = await sql<QueueRow>`
    update queue_items q set
      status = c.status, scheduled_at = c.scheduled_at, next_attempt_at = c.next_attempt_at,
      skip_reason = c.skip_reason, skip_category = c.skip_category, provider_code = c.provider_code,
      destination_url = c.destination_url, utm = c.utm, data_snapshot = c.data_snapshot,
      progress = case when not c.is_restarted then q.progress
        when q.progress ? 'earlier' then jsonb_strip_nulls(jsonb_build_object(
          'account', q.progress -> 'account', 'earlier', q.progress -> 'earlier'))
        else '{}' end,
      attempt_count = case when c.status in ('draft', 'pending', 'approved') then 0 else q.attempt_count end,
      pending_since = case when c.status <> 'pending' then null when q.status = 'pending' then q.pending_since else now() end,
      media_due_at = case when c.is_restarted then now() else q.media_due_at end,
      claims = 0, fence = q.fence + 1, lease_until = null, lease_owner = null, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (
      id uuid, status text, scheduled_at timestamptz, next_attempt_at timestamptz, skip_reason text,
      skip_category text, provider_code text, destination_url text, utm jsonb, data_snapshot jsonb, is_restarted boolean)
    where q.id = c.id and q.project_id = ${projectId}
    returning ${returned}`.execute(tx)
  await announceDueRows(projectId, changes)
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1))
}

export async function findTemplateName(db: Database, projectId: string, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('templates')
    .select('name')
    .where('id', '=', id)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row?.name
}

/** A project with its brand-voice rules and the names of its pillars, in one round trip. */
export async function findProjectWithRules(
  db: Database,
  projectId: string,
): Promise<(ProjectRow & { rules: VoiceRules | null; pillar_names: Record<string, string> | null }) | undefined> {
  return db
    .selectFrom('projects')
    .leftJoin('voice_rules', 'voice_rules.project_id', 'projects.id')
    .selectAll('projects')
    .select([
      sql<VoiceRules | null>`to_jsonb(voice_rules)`.as('rules'),
      sql<Record<string, string> | null>`(
        select jsonb_object_agg(content_type, name) from pillars where pillars.project_id = projects.id)`.as(
        'pillar_names',
      ),
    ])
    .where('projects.id', '=', projectId)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Pinterest = { isConnected: boolean; defaultBoardId: string | null }

/** Whether Pinterest is connected, and its default board. */
export async function findPinterest(db: Database, projectId: string): Promise<Pinterest> {
  const connection = await db
    .selectFrom('social_connections')
    .select('metadata')
    .where('project_id', '=', projectId)
    .where('channel', '=', 'pinterest')
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
  return { isConnected: connection !== undefined, defaultBoardId: defaultBoardOf(connection) }
}

/** Names of cached boards by id. */
export async function findBoardNames(
  db: Database,
  projectId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('pinterest_boards')
    .select(['board_id', 'name'])
    .where('project_id', '=', projectId)
    .where('board_id', 'in', [...ids])
    .execute()
  return new Map(rows.map(({ board_id, name }) => [board_id, name]))
}

/** Granted scopes of open connections; null if the network does not report them. */
export async function findGrantedScopes(
  db: Database,
  projectId: string,
  channels: readonly ChannelId[],
): Promise<{ channel: ChannelId; scopes: string[] | null }[]> {
  if (channels.length === 0) return []
  return db
    .selectFrom('social_connections')
    .select(['channel', 'scopes'])
    .where('project_id', '=', projectId)
    .where('channel', 'in', channels)
    .where('disconnected_at', 'is', null)
    .execute()
}
