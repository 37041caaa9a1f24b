import { sql } from 'kysely'
import type { Json } from '@/lib/channels/channel'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import type { Claim } from './claim'

/** This worker no longer holds the row: its lease ended and another has it, or the story was changed. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/** Writes that only the holder of a row may make. Each renews the lease, and throws `LeaseLost` when it is over. */
export class Lease {
  constructor(
    private readonly db: Database,
    readonly claim: Claim,
  ) {}

  /** Commits the result of a step, before the next one begins. */
  async keepResult(step: string, result: Json): Promise<void> {
    await this.write(sql`progress =
      jsonb_set(progress - 'sending', '{done}', coalesce(progress -> 'done', '{}') || ${JSON.stringify({ [step]: result })}::jsonb)`)
  }

  /** Commits the result of a step beside an intent that stays in doubt. */
  async keepHandle(step: string, result: Json): Promise<void> {
    await this.write(sql`progress =
      jsonb_set(progress, '{done}', coalesce(progress -> 'done', '{}') || ${JSON.stringify({ [step]: result })}::jsonb)`)
  }

  /** Commits that the send in doubt did happen, and what it gave. */
  async adopt(step: string, result: Json): Promise<void> {
    await this.write(sql`progress = jsonb_set(progress - 'sending', '{done}',
        coalesce(progress -> 'done', '{}') || ${JSON.stringify({ [step]: result })}::jsonb)
      || jsonb_build_object('adopted', progress -> 'sending')`)
  }

  /** Commits that a step is about to be made public. From here on its outcome is in doubt until it is known. */
  async announce(step: string, textHash: string, attemptId: string): Promise<void> {
    const { id, fence } = this.claim
    const leaseSeconds = env().PUBLISH_LEASE_SECONDS
    const { rows } = await sql`
      with row as (
        update queue_items set
          progress = progress || jsonb_build_object('sending', jsonb_build_object(
            'step', ${step}::text, 'sent_at', to_jsonb(now()), 'text_hash', ${textHash}::text, 'looks', 0)),
          lease_until = now() + make_interval(secs => ${leaseSeconds}),
          next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
        where id = ${id} and fence = ${fence} and status = 'approved' and lease_until > now()
        returning id
      ), noted as (
        update publish_attempts set step = ${step}, sent_at = now() from row where publish_attempts.id = ${attemptId}
      )
      select id from row`.execute(this.db)
    if (rows.length === 0) throw new LeaseLost()
  }

  /** Forgets that a step is in doubt: it surely did not happen. */
  async withdraw(): Promise<void> {
    await this.write(sql`progress = (progress - 'sending') || jsonb_build_object('earlier', jsonb_build_object(
      'step', progress #> '{sending,step}', 'sent_at', progress #> '{sending,sent_at}'))`)
  }

  async forget(steps: string[]): Promise<void> {
    await this.write(
      sql`progress = jsonb_set(progress, '{done}', coalesce(progress -> 'done', '{}') - ${steps}::text[])`,
    )
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
