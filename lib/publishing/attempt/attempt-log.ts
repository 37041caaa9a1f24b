import { sql } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { batchWindow } from '../claim/batch-window'
import type { Claim } from '../claim/claim-due'
import { LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'

/**
 * An attempt. It is in the log before its first call: `start` adds it, or the intent of its first step. An attempt that
 * is still open belongs to a worker that crashed; it is closed as `lost`. Uploads and containers created at another
 * account are deleted: this account cannot use them.
 */
export class Attempt {
  readonly id = newId()
  isStarted = false

  constructor(
    private readonly db: Database,
    private readonly context: PublishContext,
  ) {}

  /** The network's id of the account. */
  get account(): string | null {
    return this.context.connection?.account_id ?? null
  }

  /** @returns the id of the attempt */
  async start(): Promise<string> {
    if (this.isStarted) return this.id
    const { id: attemptId, account } = this
    if (!(await startMany(this.db, { ...this.context.claim, attemptId, account }))) throw new LeaseLost()
    this.markStarted()
    return this.id
  }

  markStarted(): void {
    this.isStarted = true
    this.context.item.attempt_count += 1
  }
}

/** Adds an attempt to the log and returns its id. */
export const startAttempt = (db: Database, context: PublishContext): Promise<string> => new Attempt(db, context).start()

type AttemptStart = Claim & { attemptId: string; account: string | null }

const startMany = perDatabase(async (db, items: AttemptStart[]): Promise<boolean[]> => {
  const { rows } = await sql<{ queue_item_id: string }>`
    with given as (
      select * from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ fence }) => fence)}::bigint[],
        ${items.map(({ attemptId }) => attemptId)}::uuid[], ${items.map(({ account }) => account)}::text[])
        as g (id, fence, attempt_id, account)
    ), started as (
      update queue_items q set
        attempt_count = q.attempt_count + 1,
        progress = case when q.progress ->> 'account' <> g.account then '{}' else q.progress end
          || jsonb_strip_nulls(jsonb_build_object('account', g.account))
      from given g
      where q.id = g.id and q.fence = g.fence and q.status = 'approved' and q.lease_until > now()
      returning q.id, q.story_id, q.channel, q.attempt_count, q.lease_owner, q.fence, g.attempt_id
    ), lost as (
      update publish_attempts a set outcome = 'lost', finished_at = now()
      from started where a.queue_item_id = started.id and a.outcome is null
    )
    insert into publish_attempts (id, queue_item_id, story_id, channel, number, fence, worker)
    -- attempt_count restarts with a manual retry; attempt numbers do not.
    select attempt_id, id, story_id, channel,
      coalesce((select max(number) from publish_attempts a where a.queue_item_id = started.id), 0) + 1,
      fence, coalesce(lease_owner, '')
    from started
    returning queue_item_id`.execute(db)
  const started = new Set(rows.map(({ queue_item_id }) => queue_item_id))
  return items.map(({ id }) => started.has(id))
}, batchWindow)

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

/** Fails the newest attempt of a row. A send with an unknown outcome belongs to the attempt that made it. */
export async function failLastAttempt(
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
