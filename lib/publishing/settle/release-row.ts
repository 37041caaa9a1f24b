import { type RawBuilder, sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { LeaseLost } from '../claim/lease'
import type { PublishContext } from '../claim/publish-context'
import type { PublishResult } from './publish-result'

/** Releases the row until its next attempt in `seconds`. `progress` is its new progress. */
export async function releaseRow(
  db: Database,
  { claim }: PublishContext,
  seconds: number,
  progress: RawBuilder<unknown>,
): Promise<void> {
  const { rows } = await sql`
    update queue_items set
      progress = ${progress}, lease_until = null, lease_owner = null, claims = 0,
      next_attempt_at = now() + make_interval(secs => ${seconds}), updated_at = now()
    where id = ${claim.id} and fence = ${claim.fence} and status = 'approved'
    returning id`.execute(db)
  if (rows.length === 0) throw new LeaseLost()
}

/** Releases the row unchanged until its next check in `seconds`. */
export async function postpone(db: Database, context: PublishContext, seconds: number): Promise<PublishResult> {
  await releaseRow(db, context, seconds, sql`progress`)
  return 'waiting'
}
