import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { database, transaction } from '@/lib/db/pool'
import { appendEvents } from '@/lib/events/append'
import type { EventName } from '@/lib/events/names'
import { newId } from '@/lib/ids'
import { deliverDue } from '@/lib/webhooks/sending/worker'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { recordSecret } from '../processes/leak-log'
import { setEnv } from '../publishing/publishing'
import { type Receiver, startReceiver } from '../servers/webhook-receiver'

/** A receiver for the tests of a file, without TLS. */
export function aReceiver(): () => Receiver {
  let receiver: Receiver | undefined
  beforeAll(async () => {
    setEnv({ ALLOW_INSECURE_WEBHOOKS: '1' })
    receiver = await startReceiver()
  })
  afterAll(() => receiver?.stop())
  return () => {
    if (!receiver) throw new Error('The receiver is not started yet.')
    return receiver
  }
}

export type TestEndpoint = { id: string; secret: string; url: string; path: string }

type EndpointRequest = {
  project: { projectId: string; userId: string }
  url: string
  events?: string[]
  isAccountWide?: boolean
}

/** Inserts an endpoint, for tests of background work. */
export async function insertEndpoint({
  project,
  url,
  events = ['*'],
  isAccountWide = false,
}: EndpointRequest): Promise<TestEndpoint> {
  const id = newId()
  const secret = newSecret()
  recordSecret(secret)
  await database()
    .insertInto('webhook_endpoints')
    .values({
      id,
      user_id: project.userId,
      project_id: isAccountWide ? null : project.projectId,
      url,
      events,
      ...encryptSecret(id, secret),
    })
    .execute()
  return { id, secret, url, path: new URL(url).pathname }
}

/** Appends events in one transaction. Returns their ids in order. */
export async function appendSome(
  projectId: string,
  count = 1,
  event: EventName = 'story.published',
): Promise<string[]> {
  const before = newId()
  const story = { id: newId(), title: 'Bread', caption: 'Warm “bread” — 12 €\u2028🥖' }
  const events = Array.from({ length: count }, () => ({ projectId, event, data: { story } }))
  await transaction(database(), (tx) => appendEvents(tx, events))
  const rows = await database()
    .selectFrom('events')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '>', before)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const endpointOf = (id: string) =>
  database().selectFrom('webhook_endpoints').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const deliveriesOf = (endpointId: string) =>
  database().selectFrom('webhook_deliveries').selectAll().where('endpoint_id', '=', endpointId).orderBy('id').execute()

export const deliveryOf = (id: string) =>
  database().selectFrom('webhook_deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const attemptsOf = (deliveryId: string) =>
  database()
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('number')
    .execute()

export const alertsOf = (endpointId: string) =>
  database().selectFrom('webhook_alerts').selectAll().where('endpoint_id', '=', endpointId).orderBy('id').execute()

/** Ends retry delays and pauses of these endpoints. */
export async function letWaitPass(...endpointIds: string[]): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = now()
    where endpoint_id = any(${endpointIds}::uuid[]) and next_attempt_at is not null`.execute(database())
  await sql`update webhook_endpoints set paused_until = null where id = any(${endpointIds}::uuid[])`.execute(database())
}

/** Delivers until nothing is due, as a worker does. */
export const deliverAll = (): Promise<number> => deliverDue(database(), { forMs: 60_000 })

/** Polls with a deadline. */
export const eventually = (isTrue: () => Promise<boolean> | boolean, what: string, timeoutMs = 30_000) =>
  expect.poll(isTrue, { timeout: timeoutMs, interval: 25, message: what }).toBe(true)
