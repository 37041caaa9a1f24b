import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { PastPost } from '@/lib/channels/history/history'
import type { Database } from '@/lib/db/pool'
import type { DB, PastImports } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'
import { planSyncsOf } from '@/lib/metrics/sync/plan-syncs'

export type ImportRow = Selectable<PastImports> & { channel: ChannelId; state: 'running' | 'done' | 'failed' }

/** How long one page may take. After that another worker goes on from the last stored page. */
export const leaseSeconds = 120

export async function findConnection(db: Database, id: string) {
  return db
    .selectFrom('social_connections')
    .select(['id', 'project_id', 'channel', 'account_id', 'status', 'disconnected_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
}

/** Starts an import, or returns the running one. */
export async function insertImport(
  db: Database,
  connection: { id: string; project_id: string; channel: string },
  { days, postsMax }: { days: number; postsMax: number },
): Promise<ImportRow> {
  const { rows } = await sql<ImportRow>`
    with added as (
      insert into past_imports (id, project_id, connection_id, channel, since, posts_max)
      values (${newId()}, ${connection.project_id}, ${connection.id}, ${connection.channel},
        now() - make_interval(days => ${days}::int), ${postsMax})
      on conflict (connection_id) where state = 'running' do update set connection_id = excluded.connection_id
      returning *)
    select * from added`.execute(db)
  return rows[0] as ImportRow
}

type AccountRow = { connection_id: string; imported_posts: number; last_import: ImportRow | null }

/** Imported posts of the account count whichever of its connections imported them. */
export async function listAccounts(db: Database, projectId: string): Promise<AccountRow[]> {
  const { rows } = await sql<{ connection_id: string; imported_posts: number; last_id: string | null }>`
    select c.id as connection_id,
      (select count(*)::int from stories s
        join queue_items q on q.story_id = s.id
        join social_connections at on at.id = q.connection_id
        where s.project_id = ${projectId} and s.origin = 'imported'
          and at.channel = c.channel and at.account_id = c.account_id) as imported_posts,
      (select i.id from past_imports i where i.connection_id = c.id order by i.id desc limit 1) as last_id
    from social_connections c where c.project_id = ${projectId} and c.disconnected_at is null
    order by c.channel, c.id`.execute(db)
  const ids = rows.flatMap(({ last_id }) => last_id ?? [])
  const last = ids.length === 0 ? [] : await db.selectFrom('past_imports').selectAll().where('id', 'in', ids).execute()
  return rows.map(({ connection_id, imported_posts, last_id }) => ({
    connection_id,
    imported_posts,
    last_import: (last.find(({ id }) => id === last_id) as ImportRow | undefined) ?? null,
  }))
}

/** Claims the import that has waited longest. */
export async function claimImport(db: Database, owner: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    update past_imports set lease_owner = ${owner}, attempts = attempts + 1,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    where id = (
      select id from past_imports where state = 'running' and next_attempt_at <= now()
      order by next_attempt_at limit 1 for update skip locked)
    returning *`.execute(db)
  return rows[0]
}

/** Locks an import that this worker still holds. Undefined if another worker took over, or it was stopped. */
export async function lockImport(tx: Transaction<DB>, id: string, owner: string): Promise<ImportRow | undefined> {
  const { rows } = await sql<ImportRow>`
    select * from past_imports where id = ${id} and lease_owner = ${owner} and state = 'running' for update`.execute(tx)
  return rows[0]
}

export type Progress = { cursor: string | null; read: number; imported: number; known: number; isDone: boolean }

export async function saveProgress(tx: Transaction<DB>, id: string, progress: Progress): Promise<void> {
  const { cursor, read, imported, known, isDone } = progress
  await sql`
    update past_imports set cursor = ${cursor}, read_count = read_count + ${read},
      imported_count = imported_count + ${imported}, known_count = known_count + ${known}, message = null, attempts = 0,
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds}),
      state = ${isDone ? 'done' : 'running'}, finished_at = ${isDone ? sql`now()` : null}
    where id = ${id}`.execute(tx)
}

/** Tries again later, or gives up if `seconds` is null. */
export async function saveFailure(
  db: Database,
  { id, owner, seconds, message }: { id: string; owner: string; seconds: number | null; message: string },
): Promise<void> {
  await sql`
    update past_imports set message = ${message.slice(0, 1_000)}, lease_owner = null,
      state = ${seconds === null ? 'failed' : 'running'}, finished_at = ${seconds === null ? sql`now()` : null},
      next_attempt_at = now() + make_interval(secs => ${seconds ?? 0})
    where id = ${id} and lease_owner = ${owner} and state = 'running'`.execute(db)
}

type Target = { projectId: string; connectionId: string; channel: ChannelId; accountId: string }

/** Posts this young may be on their way through Storycast: the network lists a post before its row is settled. */
const settledMinutes = 60

/**
 * Stores posts that no row of this account has. Posts since an unsettled send to the account are left out: one of them
 * may be that post, and a known post is never adopted, so it would be sent again.
 *
 * @returns how many were stored
 */
export async function insertPosts(tx: Transaction<DB>, target: Target, posts: readonly PastPost[]): Promise<number> {
  const { projectId, connectionId, channel, accountId } = target
  const given = posts.map((post) => ({
    story_id: newId(post.publishedAt.getTime()),
    item_id: newId(),
    external_id: post.externalId,
    known_as: [post.externalId, ...post.otherIds],
    url: post.url,
    title: post.title,
    caption: post.text,
    link: post.link,
    post_type: post.postType,
    image_url: post.media.find(({ kind }) => kind === 'image')?.url ?? null,
    slides: post.media.map(({ url, altText }) => ({ media_url: url, ...(altText ? { alt_text: altText } : {}) })),
    published_at: post.publishedAt.toISOString(),
  }))
  const { rows } = await sql<{ id: string }>`
    with given as (
      select distinct on (external_id) * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
        story_id uuid, item_id uuid, external_id text, known_as text[], url text, title text, caption text, link text,
        post_type text, image_url text, slides jsonb, published_at timestamptz)
    ), unsettled as (
      select min((q.progress -> 'sending' ->> 'sent_at')::timestamptz) - interval '5 minutes' as since
      from queue_items q
      where q.channel = ${channel} and q.progress ? 'sending' and q.progress ->> 'account' = ${accountId}
        and q.status = 'approved'
    ), doubtful as (
      select min(q.updated_at) - interval '1 day' as since from queue_items q
      where q.project_id = ${projectId} and q.channel = ${channel} and q.status = 'failed' and q.progress ? 'sending'
    ), fresh as (
      select g.* from given g, unsettled, doubtful
      where g.published_at < now() - make_interval(mins => ${settledMinutes})
        and g.published_at < coalesce(unsettled.since, 'infinity') and g.published_at < coalesce(doubtful.since, 'infinity')
        and not exists (
          select from queue_items q join social_connections c on c.id = q.connection_id
          where c.project_id = ${projectId} and c.channel = ${channel} and c.account_id = ${accountId}
            and q.external_id = any(g.known_as))
    ), stored as (
      insert into stories (id, project_id, title, caption, channels, slides, post_type, status, destination_url,
        published_at, published_url, published_urls, published_channels, origin)
      select story_id, ${projectId}, title, caption, array[${channel}::text], slides, post_type, 'published', link,
        published_at, url,
        case when url is null then '{}'::jsonb else jsonb_build_object(${channel}::text, url) end,
        array[${channel}::text], 'imported'
      from fresh
      returning id
    ), items as (
      -- Posted: a final state, which nothing sends.
      insert into queue_items (id, story_id, project_id, channel, status, connection_id, external_id,
        published_url, published_at, media_due_at)
      select item_id, story_id, ${projectId}, ${channel}, 'posted', ${connectionId}, external_id, url,
        published_at, null
      from fresh
      returning id, story_id, project_id, channel, connection_id, published_at
    ), counts as (
      insert into post_metrics (queue_item_id, story_id, project_id, channel, published_at, is_imported)
      select id, story_id, project_id, channel, published_at, true from items
    ), images as (
      insert into imported_thumbnails (story_id, project_id, url, url_hash)
      select story_id, ${projectId}, image_url, sha256(convert_to(image_url, 'UTF8')) from fresh
      where image_url is not null
    )
    select id from items`.execute(tx)
  if (rows.length > 0)
    await planReadings(
      tx,
      rows.map(({ id }) => id),
    )
  return rows.length
}

/** Young posts are read like others. Older ones are read once, now. */
async function planReadings(tx: Transaction<DB>, itemIds: readonly string[]): Promise<void> {
  const items = sql`
    select id, story_id, project_id, channel, connection_id, published_at from queue_items
    where id = any(${[...itemIds]}::uuid[])`
  await sql`
    with young as (${items} and published_at > now() - interval '7 days'), ${planSyncsOf('young', { isBackfill: true })}
    select count(*) from planned`.execute(tx)
  await sql`
    insert into metric_syncs (queue_item_id, kind, project_id, channel, connection_id, due_at, next_attempt_at, is_backfill)
    select id, '7d', project_id, channel, connection_id, now(), now(), true
    from (${items} and published_at <= now() - interval '7 days') old
    on conflict do nothing`.execute(tx)
}

/** Deletes the imported posts of an account, and stops its import. */
export async function deletePosts(
  tx: Transaction<DB>,
  { projectId, channel, accountId }: Omit<Target, 'connectionId'>,
): Promise<number> {
  await sql`
    update past_imports i set state = 'failed', finished_at = now(), message = 'Stopped.'
    from social_connections c
    where c.id = i.connection_id and i.state = 'running' and i.project_id = ${projectId} and c.channel = ${channel}
      and c.account_id = ${accountId}`.execute(tx)
  const { numAffectedRows = 0n } = await sql`
    delete from stories s using queue_items q, social_connections c
    where s.project_id = ${projectId} and s.origin = 'imported' and q.story_id = s.id and c.id = q.connection_id
      and c.project_id = ${projectId} and c.channel = ${channel} and c.account_id = ${accountId}`.execute(tx)
  return Number(numAffectedRows)
}
