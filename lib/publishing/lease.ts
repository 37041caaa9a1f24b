import { sql } from 'kysely'
import type { Json } from '@/lib/channels/channel'
import { ChannelFault } from '@/lib/channels/fault'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import type { Claim } from './claim'
import { callDeadlineMs, gathered } from './delays'
import { sameAccount } from './same-account'

/** This worker no longer holds the row: its lease ended and another has it, or the story was changed. */
export class LeaseLost extends Error {
  override name = 'LeaseLost'
}

/**
 * What is kept of a send in doubt that was not found. Of several sends of one step and text the first is kept: any of
 * them may have landed. A send refused as a duplicate did not land, so it adds nothing.
 */
export const earlier = sql`jsonb_strip_nulls(jsonb_build_object('earlier', case
  when progress #> '{sending,is_duplicate_refused}' = 'true' then null
  when progress #> '{earlier,step}' = progress #> '{sending,step}'
    and coalesce(progress #> '{earlier,text_hash}', progress #> '{sending,text_hash}') = progress #> '{sending,text_hash}'
    then progress -> 'earlier'
  else jsonb_build_object('step', progress #> '{sending,step}', 'sent_at', progress #> '{sending,sent_at}',
    'text_hash', progress #> '{sending,text_hash}') end))`

type Announcement = Claim & { step: string; textHash: string; attemptId: string }
type Keeping = Claim & { patch: Record<string, Json>; isPublic: boolean }

/** Which of the items are among the rows that were changed; the others are no longer ours. */
const heldAmong = (items: Claim[], rows: { id: string }[]): boolean[] => {
  const changed = new Set(rows.map(({ id }) => id))
  return items.map(({ id }) => changed.has(id))
}

/**
 * All sends that are about to begin, announced in one statement. A text is not sent while another row's send of it is in
 * doubt at the same account: the look that settles the doubt could take the new post for the one it looks for.
 */
const announceMany = perDatabase(async (db, items: Announcement[]): Promise<('announced' | 'twin' | undefined)[]> => {
  const leaseSeconds = env().PUBLISH_LEASE_SECONDS
  const { rows } = await sql<{ id: string; state: 'announced' | 'twin' }>`
    with given as (
      select * from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ fence }) => fence)}::bigint[],
        ${items.map(({ step }) => step)}::text[], ${items.map(({ textHash }) => textHash)}::text[],
        ${items.map(({ attemptId }) => attemptId)}::uuid[]) as g (id, fence, step, text_hash, attempt_id)
    ), twins as (
      select g.id, 'twin' as state from given g join queue_items own on own.id = g.id where exists (
        select from queue_items t
        where ${sameAccount('t', 'own')} and t.id <> g.id
          and t.status = 'approved' and t.progress ? 'sending' and t.progress #>> '{sending,text_hash}' = g.text_hash
          and (t.lease_until is null or t.lease_until <= now() or (t.progress #>> '{sending,sent_at}')::timestamptz
            < now() - make_interval(secs => ${callDeadlineMs() / 1000})))
    ), announced as (
      update queue_items q set
        progress = q.progress || jsonb_build_object('sending', jsonb_build_object(
          'step', g.step, 'sent_at', to_jsonb(now()), 'text_hash', g.text_hash, 'looks', 0)),
        lease_until = now() + make_interval(secs => ${leaseSeconds}),
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from given g
      where q.id = g.id and q.fence = g.fence and q.status = 'approved' and q.lease_until > now()
        and g.id not in (select id from twins)
      returning q.id
    ), noted as (
      update publish_attempts a set step = g.step, sent_at = now()
      from given g join announced on announced.id = g.id
      where a.id = g.attempt_id
    )
    select id, 'announced' as state from announced union all select id, state from twins`.execute(db)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  return items.map(({ id }) => states.get(id))
}, gathered)

const twinSeconds = 10

function twinInDoubt(): ChannelFault {
  return new ChannelFault({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: true,
    code: 'same_text_in_doubt',
    message:
      'A post with the same text may just have gone out at this account. This one waits until that is known, and goes on by itself.',
    retryAt: new Date(Date.now() + twinSeconds * 1000),
  })
}

/** All results that have just arrived, committed in one statement. */
const keepMany = perDatabase(async (db, items: Keeping[]) => {
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
}, gathered)

/** Writes that only the holder of a row may make. Each renews the lease, and throws `LeaseLost` when it is over. */
export class Lease {
  constructor(
    private readonly db: Database,
    readonly claim: Claim,
  ) {}

  /** Commits the result of a public step, which is in doubt no longer, before the next one begins. */
  async keepResult(step: string, result: Json): Promise<void> {
    await this.mustHold(keepMany(this.db, { ...this.claim, patch: { [step]: result }, isPublic: true }))
  }

  /** Commits the result of a step that nobody sees. */
  async keepHandle(step: string, result: Json): Promise<void> {
    await this.mustHold(keepMany(this.db, { ...this.claim, patch: { [step]: result }, isPublic: false }))
  }

  /** Commits that the send in doubt did happen, and what it gave. */
  async adopt(step: string, result: Json): Promise<void> {
    await this.write(sql`progress = jsonb_set(progress - 'sending', '{done}',
        coalesce(progress -> 'done', '{}') || ${JSON.stringify({ [step]: result })}::jsonb)
      || jsonb_build_object('adopted', progress -> 'sending')`)
  }

  /** Commits that a step is about to be made public. From here on its outcome is in doubt until it is known. */
  async announce(step: string, textHash: string, attemptId: string): Promise<void> {
    const state = await announceMany(this.db, { ...this.claim, step, textHash, attemptId })
    if (state === 'twin') throw twinInDoubt()
    if (state !== 'announced') throw new LeaseLost()
  }

  /** Forgets that a step is in doubt: it surely did not happen. */
  async withdraw(): Promise<void> {
    await this.write(sql`progress = (progress - 'sending') || ${earlier}`)
  }

  async forget(steps: string[]): Promise<void> {
    await this.write(
      sql`progress = jsonb_set(progress, '{done}', coalesce(progress -> 'done', '{}') - ${steps}::text[])`,
    )
  }

  /** Holds the row for another lease while a network processes a film or takes its bytes. */
  async renew(): Promise<void> {
    await this.mustHold(keepMany(this.db, { ...this.claim, patch: {}, isPublic: false }))
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
