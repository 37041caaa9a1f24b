import { sql } from 'kysely'
import { ChannelError } from '@/lib/channels/channel-error'
import { perDatabase } from '@/lib/db/coalesce'
import { env } from '@/lib/env'
import type { Json } from '@/lib/json'
import { callDeadlineMs } from '../retry-delays'
import { batchWindow } from './batch-window'
import type { Claim } from './claim-due'

/** An attempt that starts with its first intent. `account`: the network's id of the account. */
export type AttemptStart = { account: string | null }

type Intent = Claim & {
  step: string
  textHash: string
  attemptId: string
  start: AttemptStart | null
  handles: Record<string, Json> | null
}

/**
 * Saves the intents of all sends that are about to start, in one statement. A text is not sent while another row's
 * send of the same text has an unknown outcome at the same account: the check for the old send could find the new
 * post. Attempts that are not in the log yet are added, with the same rules as in `startAttempt`.
 */
export const saveIntents = perDatabase(async (db, items: Intent[]): Promise<('saved' | 'blocked' | undefined)[]> => {
  const leaseSeconds = env().PUBLISH_LEASE_SECONDS
  const given = items.map(({ id, fence, step, textHash, attemptId, start, handles }) => ({
    id,
    fence,
    step,
    text_hash: textHash,
    attempt_id: attemptId,
    starts: start !== null,
    account: start?.account ?? null,
    handles,
  }))
  const { rows } = await sql<{ id: string; state: 'saved' | 'blocked' }>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, fence bigint, step text,
        text_hash text, attempt_id uuid, starts boolean, account text, handles jsonb)
    ), blocked as (
      select g.id, 'blocked' as state from given g join queue_items own on own.id = g.id where exists (
        select from queue_items t
        where t.channel = own.channel and t.progress ->> 'account' = coalesce(g.account, own.progress ->> 'account')
          and t.id <> g.id
          and t.status = 'approved' and t.progress ? 'sending' and t.progress #>> '{sending,text_hash}' = g.text_hash
          and (t.lease_until is null or t.lease_until <= now() or (t.progress #>> '{sending,sent_at}')::timestamptz
            < now() - make_interval(secs => ${callDeadlineMs() / 1000})))
    ), saved as (
      update queue_items q set
        attempt_count = q.attempt_count + g.starts::int,
        progress = case
            when g.handles is not null
              then jsonb_set(q.progress, '{done}', coalesce(q.progress -> 'done', '{}') || g.handles)
            when q.progress ->> 'account' <> g.account then '{}'
            else q.progress end
          || jsonb_strip_nulls(jsonb_build_object('account', g.account))
          || jsonb_build_object('sending', jsonb_build_object(
            'step', g.step, 'sent_at', to_jsonb(now()), 'text_hash', g.text_hash, 'looks', 0)),
        lease_until = now() + make_interval(secs => ${leaseSeconds}),
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      from given g
      where q.id = g.id and q.fence = g.fence and q.status = 'approved' and q.lease_until > now()
        and g.id not in (select id from blocked)
      returning q.id, q.story_id, q.channel, q.lease_owner, q.fence, g.attempt_id, g.step, g.starts
    ), logged as (
      update publish_attempts a set step = saved.step, sent_at = now()
      from saved where not saved.starts and a.id = saved.attempt_id
    ), lost as (
      update publish_attempts a set outcome = 'lost', finished_at = now()
      from saved where saved.starts and a.queue_item_id = saved.id and a.outcome is null
    ), started as (
      insert into publish_attempts (id, queue_item_id, story_id, channel, number, fence, worker, step, sent_at)
      select attempt_id, id, story_id, channel,
        coalesce((select max(number) from publish_attempts a where a.queue_item_id = saved.id), 0) + 1,
        fence, coalesce(lease_owner, ''), step, now()
      from saved where starts
    )
    select id, 'saved' as state from saved union all select id, state from blocked`.execute(db)
  const states = new Map(rows.map(({ id, state }) => [id, state]))
  return items.map(({ id }) => states.get(id))
}, batchWindow)

const sameTextSeconds = 10

export function sameTextInDoubt(): ChannelError {
  return new ChannelError({
    outcome: 'not_sent',
    category: 'other',
    isRetryable: true,
    code: 'same_text_in_doubt',
    message:
      'A post with the same text may have just been published to this account. This one waits until that is known, and continues automatically.',
    retryAt: new Date(Date.now() + sameTextSeconds * 1000),
  })
}
