import { type Selectable, sql, type Transaction } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import type { DB, ReviewLinks } from '@/lib/db/types.generated'
import { type StoryRow, storyColumns } from '@/lib/stories/serializer'
import type { StoredClientReview } from '@/lib/story-content'

export type LinkRow = Omit<Selectable<ReviewLinks>, 'token_hash'> & {
  creator: string | null
  story_ids: string[]
  is_open: boolean
}

const selection = sql`
  l.id, l.project_id, l.created_by, l.name, l.expires_at, l.revoked_at, l.last_opened_at,
  l.created_at, u.name as creator, l.revoked_at is null and l.expires_at > now() as is_open,
  array(select s.story_id from review_link_stories s where s.review_link_id = l.id order by s.story_id) as story_ids`

export async function insertLink(
  tx: Transaction<DB>,
  link: { id: string; projectId: string; userId: string; name: string; days: number },
  tokenHash: Buffer,
  storyIds: readonly string[],
): Promise<void> {
  await sql`
    insert into review_links (id, project_id, created_by, token_hash, name, expires_at)
    values (${link.id}, ${link.projectId}, ${link.userId}, ${tokenHash}, ${link.name},
      now() + make_interval(days => ${link.days}))`.execute(tx)
  await tx
    .insertInto('review_link_stories')
    .values(storyIds.map((story_id) => ({ review_link_id: link.id, story_id })))
    .execute()
}

export async function findLink(db: Database, projectId: string, id: string): Promise<LinkRow | undefined> {
  const { rows } = await sql<LinkRow>`
    select ${selection} from review_links l left join users u on u.id = l.created_by
    where l.id = ${id} and l.project_id = ${projectId}`.execute(db)
  return rows[0]
}

export async function listLinkRows(
  db: Database,
  projectId: string,
  { storyId, after, limit }: { storyId: string | undefined; after: string | undefined; limit: number },
): Promise<LinkRow[]> {
  const { rows } = await sql<LinkRow>`
    select ${selection} from review_links l left join users u on u.id = l.created_by
    where l.project_id = ${projectId}
      ${after === undefined ? sql`` : sql`and l.id < ${after}::uuid`}
      ${
        storyId === undefined
          ? sql``
          : sql`and exists (select from review_link_stories s where s.review_link_id = l.id and s.story_id = ${storyId})`
      }
    order by l.id desc limit ${limit}`.execute(db)
  return rows
}

export async function setRevoked(tx: Transaction<DB>, projectId: string, id: string): Promise<void> {
  await sql`
    update review_links set revoked_at = coalesce(revoked_at, now())
    where id = ${id} and project_id = ${projectId}`.execute(tx)
}

export type OpenedLink = LinkRow & { project_name: string; timezone: string | null }

/** The link of a token, also if it is expired or revoked. Undefined if its project is deleted. */
export async function findByHash(db: Database, tokenHash: Buffer): Promise<OpenedLink | undefined> {
  const { rows } = await sql<OpenedLink>`
    select ${selection}, p.name as project_name, p.timezone
    from review_links l
    join projects p on p.id = l.project_id and p.deleted_at is null
    left join users u on u.id = l.created_by
    where l.token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Locks a link until the transaction ends, so that revoking it waits for a decision or is seen by it. */
export async function lockLink(tx: Transaction<DB>, id: string): Promise<void> {
  await sql`select from review_links where id = ${id} for share`.execute(tx)
}

export async function noteOpened(db: Database, id: string): Promise<void> {
  await sql`
    update review_links set last_opened_at = now()
    where id = ${id} and (last_opened_at is null or last_opened_at < now() - interval '1 minute')`.execute(db)
}

/** Comments and decisions of a link in the last hour. A decision without a note counts by its timeline entry. */
export async function countRecentActions(tx: Transaction<DB>, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (
      (select count(*) from story_comments where review_link_id = ${id} and created_at > now() - interval '1 hour')
      + (select count(*) from review_link_stories s join timeline_entries t on t.story_id = s.story_id
        where s.review_link_id = ${id} and t.kind = 'client_approved' and t.created_at > now() - interval '1 hour'
          and t.detail ->> 'review_link_id' = ${id}::text))::int as count`.execute(tx)
  return rows[0]?.count ?? 0
}

export type AccountRow = {
  channel: ChannelId
  account_name: string | null
  handle: string | null
  picture_url: string | null
}

/** The connected accounts, as shown above their posts. */
export async function listAccounts(db: Database, projectId: string): Promise<AccountRow[]> {
  return db
    .selectFrom('social_connections')
    .select(['channel', 'account_name', 'handle', 'picture_url'])
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .execute()
}

/** Keeps `updated_at`: the content is the same, so members who are editing the story get no conflict. */
export async function setClientReview(
  tx: Transaction<DB>,
  projectId: string,
  storyId: string,
  review: StoredClientReview,
): Promise<StoryRow> {
  return tx
    .updateTable('stories')
    .set({ client_review: JSON.stringify(review) })
    .where('id', '=', storyId)
    .where('project_id', '=', projectId)
    .returning(storyColumns)
    .executeTakeFirstOrThrow()
}

/** Marks locked stories as sent to a client. A decision that still applies stays. */
export async function markRequested(tx: Transaction<DB>, projectId: string, storyIds: readonly string[]) {
  const requested = JSON.stringify({
    state: 'requested',
    reviewer_name: null,
    note: null,
    decided_at: null,
    content_hash: null,
    is_outdated: false,
  })
  const { rows } = await sql<{ id: string; project_id: string }>`
    update stories set client_review = case
        when client_review is null or (client_review ->> 'is_outdated')::boolean then ${requested}::jsonb
        else client_review end
    where project_id = ${projectId} and id = any(${[...storyIds]}::uuid[])
    returning id, project_id`.execute(tx)
  return rows
}
