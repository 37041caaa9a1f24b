import type { Transaction } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { conflict, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { accessEndpoint, isBoundToken } from '../access/access-endpoint'
import { endpointScope, withAccountWide } from '../access/endpoint-scope'
import { type EndpointRow, listEndpoints } from '../access/find-endpoints'
import { type DeliveryRow, findLastDeliveries } from '../deliveries/repository'
import { serializeDelivery } from '../deliveries/serializer'
import { holdWaitingDeliveries, sendHeldDeliveries } from '../sending/held-deliveries'
import { sendPing } from '../sending/ping'
import { decryptSecret, encryptSecret, newSecret, rotationOverlapSeconds } from '../signing/secret'
import { checkAddress } from './check-address'
import type * as contracts from './contract'
import {
  countEndpointsLocked,
  type EncryptedSecret,
  type EndpointChanges,
  findSecret,
  insertEndpoint,
  lockEndpoint,
  replaceSecret,
  updateEndpoint,
} from './repository'
import { serializeEndpoint } from './serializer'

/** Limited because each event creates one delivery per endpoint. */
const maxEndpoints = 100

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listWebhooks>,
): Promise<AnswerOf<typeof contracts.listWebhooks>> {
  const named = await endpointScope(context, input.project_id, 'webhooks:read')
  const scope = isYes(input.account_wide) ? withAccountWide(named, context) : named
  const after = decodeCursor(input.cursor)
  const rows = await listEndpoints(context.db, scope, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('webhooks', rows, input.limit)
  const last = await findLastDeliveries(
    context.db,
    page.map(({ id }) => id),
  )
  const endpoints = page.map((row) => {
    const delivery = last.get(row.id)
    return {
      ...serializeEndpoint(row, context.now),
      last_delivery: delivery === undefined ? null : serializeDelivery(delivery, row.active),
    }
  })
  return { endpoints, next_cursor }
}

/** Resolves the host of the URL. Call it before `create`, outside its transaction. */
export async function prepareCreate(context: Context, input: InputOf<typeof contracts.createWebhook>): Promise<void> {
  await projectOfNew(context, input.project_id)
  await checkAddress(input.url)
}

/** Creates an endpoint. `prepareCreate` has checked its URL. */
export async function create(
  context: Context,
  input: InputOf<typeof contracts.createWebhook>,
): Promise<AnswerOf<typeof contracts.createWebhook>> {
  const projectId = await projectOfNew(context, input.project_id)
  const { userId } = context.principal
  const [id, secret] = [newId(), newSecret()]
  const row = await transaction(context.db, async (tx) => {
    if ((await countEndpointsLocked(tx, { projectId, userId })) >= maxEndpoints) throw tooMany(projectId)
    return insertEndpoint(tx, {
      id,
      user_id: userId,
      project_id: projectId,
      url: input.url,
      description: input.description ?? null,
      events: input.events,
      ...encryptSecret(id, secret),
    })
  })
  const endpoint = serializeEndpoint(row, context.now)
  return { ...endpoint, endpoint, signing_secret: secret }
}

/** Null: the endpoint is account-wide. */
async function projectOfNew(context: Context, named: string | null | undefined): Promise<string | null> {
  const isBound = isBoundToken(context)
  if (named === null && isBound) {
    const message = 'This token is bound to one project, so it cannot create account-wide endpoints. Omit project_id.'
    throw invalid('project_id', message, 'bound_token')
  }
  if ((named ?? null) === null && !isBound) return null
  const { projectId } = await accessProject(context, named ?? undefined, 'webhooks:write')
  return projectId
}

const tooMany = (projectId: string | null) =>
  conflict(
    `${projectId === null ? 'You have' : 'This project has'} ${maxEndpoints} webhook endpoints already. Delete one that you no longer need.`,
  )

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getWebhook>,
): Promise<AnswerOf<typeof contracts.getWebhook>> {
  return serializeEndpoint(await accessEndpoint(context, id, 'webhooks:read'), context.now)
}

export async function update(
  context: Context,
  { id, rotate_secret, ...wanted }: InputOf<typeof contracts.updateWebhook>,
): Promise<AnswerOf<typeof contracts.updateWebhook>> {
  await accessEndpoint(context, id, 'webhooks:write')
  if (wanted.url !== undefined) await checkAddress(wanted.url)
  const secret = rotate_secret ? newSecret() : null
  const row = await changeLocked(context, id, async (tx, endpoint) => {
    if (secret) await rotate(tx, id, secret)
    if (wanted.active && !endpoint.active) await holdWaitingDeliveries(tx, id)
    return changesOf(wanted, endpoint)
  })
  return { ...serializeEndpoint(row, context.now), ...(secret ? { signing_secret: secret } : {}) }
}

/** An unreadable old secret expires now. As the previous secret, it would prevent the new one from signing. */
async function rotate(tx: Transaction<DB>, id: string, secret: string): Promise<void> {
  const old = await findSecret(tx, id)
  await replaceSecret(tx, id, encryptSecret(id, secret), isReadable(id, old) ? rotationOverlapSeconds : null)
}

function isReadable(id: string, { secret, secret_key_id }: EncryptedSecret): boolean {
  try {
    decryptSecret(id, secret, secret_key_id)
    return true
  } catch (error) {
    if (error instanceof UnreadableCredentials) return false
    throw error
  }
}

type Wanted = Omit<InputOf<typeof contracts.updateWebhook>, 'id' | 'rotate_secret'>

function changesOf({ url, events, description, active }: Wanted, endpoint: EndpointRow): EndpointChanges {
  const hasNewUrl = url !== undefined && url !== endpoint.url
  const isTurnedOn = active === true && !endpoint.active
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(active === undefined ? {} : { active }),
    // A new URL clears the failures of the old one, but does not turn the endpoint on.
    ...(hasNewUrl || isTurnedOn ? withoutFailures : {}),
    ...(endpoint.health_status === 'auto_disabled' && !isTurnedOn ? { health_status: 'auto_disabled' } : {}),
  }
}

/** `failure_count` stays: it counts over the lifetime of the endpoint. */
const withoutFailures: EndpointChanges = {
  health_status: 'healthy',
  consecutive_failures: 0,
  last_failure_at: null,
  paused_until: null,
}

export async function reactivate(
  context: Context,
  { id, replay_waiting }: InputOf<typeof contracts.reactivateWebhook>,
): Promise<AnswerOf<typeof contracts.reactivateWebhook>> {
  await accessEndpoint(context, id, 'webhooks:write')
  let replayedCount = 0
  const row = await changeLocked(context, id, async (tx, endpoint) => {
    if (!endpoint.active) await holdWaitingDeliveries(tx, id)
    if (replay_waiting) replayedCount = await sendHeldDeliveries(tx, id)
    const isHealthy = endpoint.active && endpoint.health_status === 'healthy'
    return isHealthy ? null : { active: true, ...withoutFailures }
  })
  return { ...serializeEndpoint(row, context.now), replayed_count: replayedCount }
}

/** Overwrites the secrets at once. `deleteOldDeliveries` deletes the row and its deliveries later. */
export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteWebhook>,
): Promise<AnswerOf<typeof contracts.deleteWebhook>> {
  await accessEndpoint(context, id, 'webhooks:write')
  await changeLocked(context, id, async (tx) => {
    await replaceSecret(tx, id, encryptSecret(id, newSecret()), null)
    return { active: false, deleted_at: context.now }
  })
  return { ok: true }
}

/** Locks the endpoint, as workers do when they record results. `decide` returns null to change nothing. */
async function changeLocked(
  { db }: Context,
  id: string,
  decide: (tx: Transaction<DB>, endpoint: EndpointRow) => Promise<EndpointChanges | null>,
): Promise<EndpointRow> {
  return transaction(db, async (tx) => {
    const endpoint = await lockEndpoint(tx, id)
    if (!endpoint) throw notFound('webhook endpoint')
    const changes = await decide(tx, endpoint)
    return changes ? updateEndpoint(tx, id, changes) : endpoint
  })
}

/** Runs outside a transaction, because it waits for the receiver. */
export async function test(
  context: Context,
  { id }: InputOf<typeof contracts.testWebhook>,
): Promise<AnswerOf<typeof contracts.testWebhook>> {
  const endpoint = await accessEndpoint(context, id, 'webhooks:write')
  const delivery = await pingOrConflict(context, endpoint)
  return {
    ok: delivery.status === 'succeeded',
    event_id: delivery.event_id,
    delivery: serializeDelivery(delivery, endpoint.active),
  }
}

async function pingOrConflict({ db }: Context, endpoint: EndpointRow): Promise<DeliveryRow> {
  try {
    return await sendPing(db, endpoint)
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error
    throw conflict('The signing secret of this endpoint cannot be read, so nothing can be sent. Rotate the secret.')
  }
}
