import { sql } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import type { Claim } from './claim'
import { gathered } from './delays'
import { LeaseLost } from './lease'
import type { Work } from './work'

/**
 * Opens a line in the attempt ledger. A line that an earlier worker left open belonged to a worker that died, and is
 * closed as `lost`. Uploads and containers that were made at another account are forgotten: this one cannot use them.
 *
 * @returns the id of the new line
 */
export async function beginAttempt(db: Database, { claim, item, connection }: Work): Promise<string> {
  const attemptId = newId()
  const account = connection?.account_id ?? null
  if (!(await beginMany(db, { ...claim, attemptId, account }))) throw new LeaseLost()
  item.attempt_count += 1
  return attemptId
}

type Beginning = Claim & { attemptId: string; account: string | null }

const beginMany = perDatabase(async (db, items: Beginning[]): Promise<boolean[]> => {
  const { rows } = await sql<{ queue_item_id: string }>`
    with given as (
      select * from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ fence }) => fence)}::bigint[],
        ${items.map(({ attemptId }) => attemptId)}::uuid[], ${items.map(({ account }) => account)}::text[])
        as g (id, fence, attempt_id, account)
    ), begun as (
      update queue_items q set
        attempt_count = q.attempt_count + 1,
        progress = case when q.progress ->> 'account' <> g.account then '{}' else q.progress end
          || jsonb_strip_nulls(jsonb_build_object('account', g.account))
      from given g
      where q.id = g.id and q.fence = g.fence and q.status = 'approved' and q.lease_until > now()
      returning q.id, q.story_id, q.channel, q.attempt_count, q.lease_owner, q.fence, g.attempt_id
    ), lost as (
      update publish_attempts a set outcome = 'lost', finished_at = now()
      from begun where a.queue_item_id = begun.id and a.outcome is null
    )
    insert into publish_attempts (id, queue_item_id, story_id, channel, number, fence, worker)
    -- The row's own count begins anew when it is tried again by hand; its lines are numbered on.
    select attempt_id, id, story_id, channel,
      coalesce((select max(number) from publish_attempts a where a.queue_item_id = begun.id), 0) + 1,
      fence, coalesce(lease_owner, '')
    from begun
    returning queue_item_id`.execute(db)
  const begun = new Set(rows.map(({ queue_item_id }) => queue_item_id))
  return items.map(({ id }) => begun.has(id))
}, gathered)

export type AttemptEnd = {
  outcome: 'posted' | 'adopted' | 'retry' | 'in_doubt' | 'failed'
  category?: string | null
  code?: string | null
  message?: string | null
  providerStatus?: number | null
  providerAnswer?: string | null
}

export async function endAttempt(db: Database, id: string, end: AttemptEnd): Promise<void> {
  await db
    .updateTable('publish_attempts')
    .set({
      outcome: end.outcome,
      finished_at: sql<Date>`now()`,
      category: end.category ?? null,
      code: end.code ?? null,
      message: end.message ?? null,
      provider_status: end.providerStatus ?? null,
      provider_answer: end.providerAnswer?.slice(0, 2_000) ?? null,
    })
    .where('id', '=', id)
    .execute()
}

/** Writes how it ended into the newest line: what was decided later, by asking, belongs to the attempt in doubt. */
export async function closeLastAttempt(
  db: Database,
  itemId: string,
  end: { category: string; code: string; reason: string; detail?: string },
): Promise<void> {
  await sql`
    update publish_attempts set outcome = 'failed', finished_at = now(), category = ${end.category},
      code = ${end.code}, message = ${end.detail ?? end.reason}
    where id = (select id from publish_attempts where queue_item_id = ${itemId} order by number desc limit 1)`.execute(
    db,
  )
}
