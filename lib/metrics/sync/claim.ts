import { type Selectable, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Account } from '@/lib/channels/channel'
import type { PostToRead } from '@/lib/channels/metrics/metrics'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import type { Stories } from '@/lib/db/types.generated'
import { resolvePost } from '@/lib/posts/resolve'
import { leaseSeconds, type SyncKind } from './plan'

/** An account with readings that are due. */
export type DueConnection = {
  /** Null when the account is no longer connected. */
  id: string | null
  project_id: string
  channel: ChannelId
  account_id: string
  account_name: string | null
  handle: string | null
  status: string | null
  credentials: Buffer | null
  key_id: string | null
  expires_at: Date | null
  is_paused: boolean
  /** Connections the posts were published through. A reconnected account has more than one. */
  posted_through: string[]
}

/** Oldest first. A reconnected account also reads the posts of its earlier connections. */
export async function dueConnections(db: Database, kinds: readonly SyncKind[]): Promise<DueConnection[]> {
  const { rows } = await sql<DueConnection>`
    with due as (
      select connection_id, min(next_attempt_at) as since from metric_syncs
      where done_at is null and next_attempt_at <= now() and kind = any(${[...kinds]}::text[])
      group by connection_id
    )
    select c.id, p.project_id, p.channel, p.account_id, c.account_name, c.handle, c.status, c.credentials, c.key_id,
      c.expires_at,
      coalesce(c.paused_until > now(), false) as is_paused, array_agg(p.id) as posted_through
    from due join social_connections p on p.id = due.connection_id
    left join social_connections c on c.project_id = p.project_id and c.channel = p.channel
      and c.account_id = p.account_id and c.disconnected_at is null
    group by c.id, p.project_id, p.channel, p.account_id
    order by min(due.since)`.execute(db)
  return rows
}

/** The account with decrypted credentials. Throws when they cannot be decrypted. */
export function accountOf(connection: DueConnection): Account {
  const { id, channel, account_id, account_name, handle, credentials, key_id } = connection
  return {
    accountId: account_id,
    accountName: account_name,
    handle,
    credentials: openCredentials({ id: id ?? '', channel, credentials, key_id }),
  }
}

export type ClaimedSync = {
  queue_item_id: string
  kind: SyncKind
  story_id: string
  project_id: string
  channel: ChannelId
  due_at: Date
  is_backfill: boolean
  post: PostToRead
}

type Claimed = Omit<ClaimedSync, 'post'> & {
  external_id: string
  published_at: Date
  story: Selectable<Stories>
}

/**
 * Claims due readings of one account. If several are due for one post, only the latest is claimed: its numbers cover
 * the earlier ones.
 */
export async function claimSyncs(
  db: Database,
  connection: Pick<DueConnection, 'posted_through'>,
  options: { owner: string; limit: number; kinds: readonly SyncKind[] },
): Promise<ClaimedSync[]> {
  const { rows } = await sql<Claimed>`
    with picked as (
      select s.queue_item_id, s.kind from metric_syncs s
      where s.connection_id = any(${connection.posted_through}::uuid[]) and s.done_at is null
        and s.next_attempt_at <= now() and s.kind = any(${[...options.kinds]}::text[])
        and not exists (
          select from metric_syncs later
          where later.queue_item_id = s.queue_item_id and later.due_at > s.due_at and later.due_at <= now())
      order by s.next_attempt_at, s.queue_item_id
      limit ${options.limit}
      for update of s skip locked
    ), taken as (
      update metric_syncs s set
        lease_owner = ${options.owner}, attempts = s.attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from picked where s.queue_item_id = picked.queue_item_id and s.kind = picked.kind
      returning s.queue_item_id, s.kind, s.project_id, s.channel, s.due_at, s.is_backfill
    )
    select taken.*, q.story_id, q.external_id, q.published_at, to_jsonb(st) as story
    from taken join queue_items q on q.id = taken.queue_item_id join stories st on st.id = q.story_id`.execute(db)
  return rows.map(({ external_id, published_at, story, ...sync }) => ({
    ...sync,
    post: toRead(story, sync.channel, external_id, published_at),
  }))
}

function toRead(story: Selectable<Stories>, channel: ChannelId, externalId: string, publishedAt: Date): PostToRead {
  // jsonb returns dates as text, and pins do not matter here.
  const content = { ...story, pin_to_grid: false, pin_until_at: null }
  const { post } = resolvePost(content, channel, { link: null, defaultBoardId: null })
  return { externalId: externalId ?? '', publishedAt, postType: post.postType, media: post.media }
}
