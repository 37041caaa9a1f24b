import { type SqlBool, sql, type Transaction, type Updateable } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { DB, QueueItems, Stories } from '@/lib/db/types.generated'
import { notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import type { ProjectRow } from '@/lib/projects/repository'
import { announceDueRows } from '@/lib/publishing/announce-due'
import { partlyPublicRow } from '@/lib/publishing/begun'
import { defaultBoardOf } from '@/lib/publishing/work'
import { type QueueRow, queueColumns } from '@/lib/queue/serializer'
import type { TrackedLink } from '@/lib/tracking/link'
import { insertLinks, linkRows } from '@/lib/tracking/repository'
import type { VoiceRules } from '@/lib/voice/rules'
import { type Content, contentNames } from './content'
import { type StoryRow, storyColumns } from './serializer'
import type { QueueStatus, StoryStatus } from './status'
import type { ResolvedTracking } from './tracking-values'

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

export type StoryFilter = {
  statuses: readonly StoryStatus[] | undefined
  channels: readonly string[] | undefined
  /** What words of title or caption begin with. */
  words?: readonly string[] | undefined
  after: string | undefined
  limit: number
}

export async function listStoryRows(db: Database, projectId: string, filter: StoryFilter): Promise<StoryRow[]> {
  const { statuses, channels, words, after, limit } = filter
  let query = db.selectFrom('stories').select(storyColumns).where('project_id', '=', projectId)
  if (statuses) query = query.where('status', 'in', statuses)
  if (channels) query = query.where(sql<SqlBool>`channels && ${channels}::text[]`)
  if (words) query = query.where(sql<SqlBool>`id = any(${idsWithWords(projectId, words)})`)
  if (after) query = query.where('id', '<', after)
  // In the order of the indexes by project, which the primary key cannot give: see the migration lists_by_project.
  return query
    .orderBy('id', (order) => order.desc().nullsLast())
    .limit(limit)
    .execute()
}

/**
 * Found first and as a whole, by the index of words: in the order of the list, a rare word would be looked for in every
 * story there is.
 */
const idsWithWords = (projectId: string, words: readonly string[]) => sql`array(
  select id from stories
  where to_tsvector('simple', coalesce(title, '') || ' ' || caption)
    @@ to_tsquery('simple', ${words.map((word) => `${word}:*`).join(' & ')})
    and project_id = ${projectId})`

/** A row as its holder sees it: whether the publisher is at it, and whether a part of it is public already. */
export type HeldRow = QueueRow & { is_in_flight: boolean; is_partly_public: boolean }
export type Held = { story: StoryRow; rows: HeldRow[] }

/** A worker holds the row, or a send of it is in doubt. */
const isInFlight = sql<boolean>`status = 'approved' and (coalesce(lease_until > now(), false) or progress ? 'sending')`

/**
 * Locks stories and then their rows, each in the order of their ids: everybody locks in this order, so nobody waits in
 * a circle. While it holds, the publisher can claim none of the rows.
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

/** Columns that a new story is written with; the others have defaults. */
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

type Whole = {
  story: NewStory
  rows: readonly NewRow[]
  links: readonly TrackedLink[]
  line: { kind: string; actor: string | null; detail: object }
}

/**
 * Writes a story, its rows, its links and the first line of its timeline with one statement, which stories that are
 * made at the same time share: a create is what programs call most, and each further round trip would cost it as much
 * again.
 *
 * @returns when it was made, by the database's clock
 */
export async function insertWhole(db: Database, whole: Whole): Promise<Date> {
  const createdAt = await insertMany(db, whole)
  await announceDueRows(whole.story.project_id, whole.rows)
  return createdAt
}

/** A transaction that holds the one backend of the embedded database is kept short. */
const sharing = { maxItems: 50 }
const insertMany = perDatabase(async (db, wholes: Whole[]): Promise<Date[]> => {
  const stories = JSON.stringify(wholes.map(({ story }) => story))
  const items = JSON.stringify(wholes.flatMap(({ rows }) => rows))
  const lines = wholes.map(({ story, line }) => ({
    id: newId(),
    project_id: story.project_id,
    story_id: story.id,
    ...line,
  }))
  const links = wholes.flatMap(({ story, links }) =>
    linkRows(links, { projectId: story.project_id, storyId: story.id }),
  )
  // Most stories have none, and their statement stays what it was.
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
  // One statement, one time for all of them.
  const [first] = made
  if (made.length !== wholes.length || !first) throw new Error('Not every story was inserted.')
  return wholes.map(() => first.created_at)
}, sharing)

export async function updateStory(
  tx: Transaction<DB>,
  projectId: string,
  id: string,
  changes: Updateable<Stories>,
): Promise<StoryRow> {
  return (
    tx
      .updateTable('stories')
      // Grows with every change, even within a millisecond: callers compare it to see whether theirs is the newest.
      .set({ ...changes, updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')` })
      .where('id', '=', id)
      .where('project_id', '=', projectId)
      .returning(storyColumns)
      .executeTakeFirstOrThrow()
  )
}

/** Gives each of many stories its new time, with one statement. */
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
      scheduled_at = c.scheduled_at, updated_at = greatest(now(), s.updated_at + interval '1 millisecond')
    from jsonb_to_recordset(${changes}::jsonb) as c (id uuid, scheduled_at timestamptz)
    where s.id = c.id and s.project_id = ${projectId}
    returning ${returned}`.execute(tx)
  return rows
}

/** Marks rows that stay where they are while their story's time leaves them. They may be in flight: nothing else changes. */
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

/** The new state of a row that nobody else is at. */
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
   * Forgets uploads and containers of earlier attempts, which show the old content. A send that may have landed is
   * remembered: without it, a duplicate refusal would read as "change the text", and the post would go out twice.
   */
  is_begun_anew: boolean
}

/**
 * Writes many rows with one statement. The fence grows, so that whoever held one of them before can write no more.
 * The caller has locked the rows and found none in flight.
 */
export async function writeRows(tx: Transaction<DB>, projectId: string, changes: RowChange[]): Promise<QueueRow[]> {
  if (changes.length === 0) return []
  const returned = sql.join(queueColumns.map((column) => sql.ref(`q.${column}`)))
  const { rows } = await sql<QueueRow>`
    update queue_items q set
      status = c.status, scheduled_at = c.scheduled_at, next_attempt_at = c.next_attempt_at,
      skip_reason = c.skip_reason, skip_category = c.skip_category, provider_code = c.provider_code,
      destination_url = c.destination_url, utm = c.utm, data_snapshot = c.data_snapshot,
      progress = case when not c.is_begun_anew then q.progress
        when q.progress ? 'earlier' then jsonb_strip_nulls(jsonb_build_object(
          'account', q.progress -> 'account', 'earlier', q.progress -> 'earlier'))
        else '{}' end,
      attempt_count = case when c.status in ('draft', 'pending', 'approved') then 0 else q.attempt_count end,
      pending_since = case when c.status <> 'pending' then null when q.status = 'pending' then q.pending_since else now() end,
      media_due_at = case when c.is_begun_anew then now() else q.media_due_at end,
      claims = 0, fence = q.fence + 1, lease_until = null, lease_owner = null, updated_at = now()
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (
      id uuid, status text, scheduled_at timestamptz, next_attempt_at timestamptz, skip_reason text,
      skip_category text, provider_code text, destination_url text, utm jsonb, data_snapshot jsonb, is_begun_anew boolean)
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

/** A project and how it wants to sound, in one round trip. */
export async function findProjectWithRules(
  db: Database,
  projectId: string,
): Promise<(ProjectRow & { rules: VoiceRules | null }) | undefined> {
  return db
    .selectFrom('projects')
    .leftJoin('voice_rules', 'voice_rules.project_id', 'projects.id')
    .selectAll('projects')
    .select(sql<VoiceRules | null>`to_jsonb(voice_rules)`.as('rules'))
    .where('projects.id', '=', projectId)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
}

export type Pinterest = { isConnected: boolean; defaultBoardId: string | null }

/** Whether Pinterest is connected, and the board that pins go to when a story names none. */
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
