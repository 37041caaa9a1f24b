import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import type { Json } from '@/lib/json'
import { pausedProjects } from '@/lib/queue-items/paused'

/** A first comment that this worker holds. Every later write checks the fence. */
export type ClaimedComment = {
  queue_item_id: string
  story_id: string
  project_id: string
  channel: ChannelId
  account_id: string
  parent_id: string
  post_url: string
  body: string
  status: 'pending' | 'sending'
  done: Record<string, Json>
  first_sent_at: Date | null
  looks: number
  lost_sends: number
  is_duplicate_refused: boolean
  attempt_count: number
  claims: number
  fence: number
  /** Seconds since the last call, by the database's clock. Null if there was none. */
  sent_seconds_ago: number | null
  /** Seconds until the comment is too late to be tried again. */
  seconds_left: number
}

/** Retries end this long after the post, as those of a post do after its time. */
const lateAfterSeconds = 3_600

/** Max comments of one connection per claim, so that a slow account delays only its own. */
const perConnection = 5

/**
 * Claims due comments, fairly between connections. In a paused project only comments in doubt are claimed, to look
 * them up. After the lease, another worker can claim the comments of a crashed one.
 */
export async function claimComments(db: Database, limit: number, itemId?: string): Promise<ClaimedComment[]> {
  const leaseSeconds = env().PUBLISH_LEASE_SECONDS
  const { rows } = await sql<ClaimedComment>`
    with due as (
      select queue_item_id, next_attempt_at,
        row_number() over (partition by project_id, channel order by next_attempt_at, queue_item_id) as place
      from first_comments f
      where next_attempt_at <= now() and (${itemId ?? null}::uuid is null or queue_item_id = ${itemId ?? null})
        and (status = 'sending' or (project_id not in (${pausedProjects}) and not exists (
          select from social_connections c
          where c.project_id = f.project_id and c.channel = f.channel and c.disconnected_at is null
            and c.paused_until > now())))
    ), picked as (
      select f.queue_item_id from due join first_comments f using (queue_item_id)
      where due.place <= ${perConnection} and f.next_attempt_at <= now()
      order by due.place, due.next_attempt_at limit ${limit}
      for update of f skip locked
    )
    update first_comments f set
      fence = f.fence + 1, claims = f.claims + 1, lease_until = now() + make_interval(secs => ${leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from picked where f.queue_item_id = picked.queue_item_id
    returning f.queue_item_id, f.story_id, f.project_id, f.channel, f.account_id, f.parent_id, f.post_url, f.body, f.status,
      f.done, f.first_sent_at, f.looks, f.lost_sends, f.is_duplicate_refused, f.attempt_count, f.claims, f.fence,
      extract(epoch from now() - f.sent_at)::float8 as sent_seconds_ago,
      (extract(epoch from f.due_since - now()) + ${lateAfterSeconds})::float8 as seconds_left`.execute(db)
  return rows
}
