import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { database } from '@/lib/db/pool'
import { claimOne } from '@/lib/publishing/claim'
import { publishItem } from '@/lib/publishing/publish-item'

const never = new AbortController().signal

export const rowOf = (id: string) =>
  database().selectFrom('queue_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const storyOf = (id: string) =>
  database().selectFrom('stories').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Names of a project's events, in the order in which they happened. */
export async function eventsOf(projectId: string): Promise<string[]> {
  const rows = await database()
    .selectFrom('events')
    .select('event')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

/** What one look of a worker at this row does; null when it was not due. */
export async function publishOnce(itemId: string) {
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  return claim ? publishItem(database(), claim, never) : null
}

/** Looks at a story's rows as a worker would until none waits any more. */
export async function publishUntilSettled(storyId: string, seconds = 20): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const waiting = await database()
      .selectFrom('queue_items')
      .select('id')
      .where('story_id', '=', storyId)
      .where('status', '=', 'approved')
      .execute()
    if (waiting.length === 0) return
    if (performance.now() > deadline)
      throw new Error(`Rows of story ${storyId} still wait after ${seconds} s: ${await attemptsOf(storyId)}`)
    await Promise.all(waiting.map(({ id }) => publishOnce(id)))
    await sleep(20)
  }
}

/** The attempt ledger of a story, for the message of a test that failed. */
async function attemptsOf(storyId: string): Promise<string> {
  const rows = await database()
    .selectFrom('publish_attempts')
    .select(['channel', 'number', 'step', 'outcome', 'code', 'message', 'provider_answer'])
    .where('story_id', '=', storyId)
    .where('outcome', '<>', 'posted')
    .execute()
  return JSON.stringify(rows, null, 1)
}

/** Lets time pass for a row: everything that it waits for is over, and its doubt is as old as `seconds`. */
export async function letTimePass(itemId: string, seconds: number): Promise<void> {
  await sql`
    update queue_items set
      next_attempt_at = case when status = 'approved' then now() end, lease_until = null,
      progress = case when progress ? 'sending' then jsonb_set(progress, '{sending,sent_at}',
        to_jsonb((progress #>> '{sending,sent_at}')::timestamptz - make_interval(secs => ${seconds}))) else progress end
    where id = ${itemId}`.execute(database())
}
