import { sql } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import type { Json } from '@/lib/json'
import { batchWindow } from './batch-window'
import type { Claim } from './claim-due'
import { type AttemptStart, sameTextInDoubt, saveIntents } from './save-intents'

/** This worker no longer holds the row: its lease ended and another worker has it, or the story was changed. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * SQL: what to store of a send in doubt that was not found. Of several sends of one step and text the first is
 * stored: any of them may have succeeded. A send refused as a duplicate did not, so it is ignored.
 */
export const earlierSendSql = sql`jsonb_strip_nulls(jsonb_build_object('earlier', case
  when progress #> '{sending,is_duplicate_refused}' = 'true' then null
  when progress #> '{earlier,step}' = progress #> '{sending,step}'
    and coalesce(progress #> '{earlier,text_hash}', progress #> '{sending,text_hash}') = progress #> '{sending,text_hash}'
    then progress -> 'earlier'
  else jsonb_build_object('step', progress #> '{sending,step}', 'sent_at', progress #> '{sending,sent_at}',
    'text_hash', progress #> '{sending,text_hash}') end))`

type Result = Claim & { patch: Record<string, Json>; isPublic: boolean }

/** For each item, whether its row was changed. The others are no longer ours. */
const heldAmong = (items: Claim[], rows: { id: string }[]): boolean[] => {
  const changed = new Set(rows.map(({ id }) => id))
  return items.map(({ id }) => changed.has(id))
}

/** Saves all results that just arrived, in one statement. */
const saveResults = perDatabase(async (db, items: Result[]) => {
  const leaseSeconds = env().PUBLISH_LEASE_SECONDS
  const { rows } = await sql<{ id: string }>`
    update queue_items q set
      progress = jsonb_set(case when g.is_public then q.progress - 'sending' else q.progress end, '{done}',
        coalesce(q.progress -> 'done', '{}') || g.patch::jsonb),
      lease_until = now() + make_interval(secs => ${leaseSeconds}),
      next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ fence }) => fence)}::bigint[],
      ${items.map(({ patch }) => JSON.stringify(patch))}::text[], ${items.map(({ isPublic }) => isPublic)}::boolean[])
      as g (id, fence, patch, is_public)
    where q.id = g.id and q.fence = g.fence and q.status = 'approved' and q.lease_until > now()
    returning q.id`.execute(db)
  return heldAmong(items, rows)
}, batchWindow)

/** Writes that only the holder of a row may make. Each renews the lease and throws `LeaseLost` when it has ended. */
export class Lease {
  constructor(
    private readonly db: Database,
    readonly claim: Claim,
  ) {}

  /**
   * Commits that a step is about to become public. From here on it is in doubt until its outcome is known.
   *
   * @param start also starts the attempt
   * @param handles results of private steps that are not committed yet
   */
  async saveIntent(
    step: string,
    textHash: string,
    attemptId: string,
    { start = null, handles = null }: { start?: AttemptStart | null; handles?: Record<string, Json> | null } = {},
  ): Promise<void> {
    const state = await saveIntents(this.db, { ...this.claim, step, textHash, attemptId, start, handles })
    if (state === 'blocked') throw sameTextInDoubt()
    if (state !== 'saved') throw new LeaseLost()
  }

  /** Commits results of steps: an upload, a container, a post. `isPublic`: one is public, and its doubt ends. */
  async saveResults(patch: Record<string, Json>, isPublic: boolean): Promise<void> {
    await this.mustHold(saveResults(this.db, { ...this.claim, patch, isPublic }))
  }

  /** Commits that the send in doubt succeeded, with its result. */
  async adopt(step: string, result: Json): Promise<void> {
    await this.write(sql`progress = jsonb_set(progress - 'sending', '{done}',
        coalesce(progress -> 'done', '{}') || ${JSON.stringify({ [step]: result })}::jsonb)
      || jsonb_build_object('adopted', progress -> 'sending')`)
  }

  /** Ends the doubt: the send did not happen. */
  async clearIntent(): Promise<void> {
    await this.write(sql`progress = (progress - 'sending') || ${earlierSendSql}`)
  }

  /** Deletes the results of steps that have to run again. */
  async deleteResults(steps: string[]): Promise<void> {
    await this.write(
      sql`progress = jsonb_set(progress, '{done}', coalesce(progress -> 'done', '{}') - ${steps}::text[])`,
    )
  }

  /** Extends the lease while a network processes a video or receives its bytes. */
  async renew(): Promise<void> {
    await this.saveResults({}, false)
  }

  private async mustHold(held: Promise<boolean>): Promise<void> {
    if (!(await held)) throw new LeaseLost()
  }

  private async write(change: ReturnType<typeof sql>): Promise<void> {
    const { id, fence } = this.claim
    const { rows } = await sql`
      update queue_items set ${change},
        lease_until = now() + make_interval(secs => ${env().PUBLISH_LEASE_SECONDS}),
        next_attempt_at = now() + make_interval(secs => ${env().PUBLISH_LEASE_SECONDS})
      where id = ${id} and fence = ${fence} and status = 'approved' and lease_until > now()
      returning id`.execute(this.db)
    if (rows.length === 0) throw new LeaseLost()
  }
}
