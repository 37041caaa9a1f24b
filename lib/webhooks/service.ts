import type { Transaction } from 'kysely'
import type { Context } from '@/lib/api/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { UnreadableCredentials } from '@/lib/connections/seal'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { accessProject } from '@/lib/projects/access'
import { accessEndpoint } from './access'
import { checkAddress } from './address'
import type * as contracts from './contract'
import { type DeliveryRow, findLastDeliveries } from './deliveries-repository'
import { sendPing } from './ping'
import { reachOf, withOwn } from './reach'
import {
  countEndpointsLocked,
  type EndpointChanges,
  type EndpointRow,
  findSecret,
  insertEndpoint,
  listEndpoints,
  lockEndpoint,
  replaceSecret,
  type SealedSecret,
  updateEndpoint,
} from './repository'
import { newSecret, openSecret, rotationOverlapSeconds, sealSecret } from './secret'
import { serializeDelivery, serializeEndpoint } from './serializer'
import { holdWaiting, sendHeld } from './waiting'

/** Each event costs a delivery per endpoint, so their number is bounded. */
const endpointsAtMost = 100

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listWebhooks>,
): Promise<AnswerOf<typeof contracts.listWebhooks>> {
  const named = await reachOf(context, input.project_id, 'webhooks:read')
  const reach = isYes(input.account_wide) ? withOwn(named, context) : named
  const after = decodeCursor(input.cursor)
  const rows = await listEndpoints(context.db, reach, { limit: input.limit + 1, after })
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

/** Resolves the name of the address, which no transaction may wait for. Must run before `create`. */
export async function prepareCreate(context: Context, input: InputOf<typeof contracts.createWebhook>): Promise<void> {
  await projectOfNew(context, input.project_id)
  await checkAddress(input.url)
}

/** Makes an endpoint whose address was checked by `prepareCreate`. */
export async function create(
  context: Context,
  input: InputOf<typeof contracts.createWebhook>,
): Promise<AnswerOf<typeof contracts.createWebhook>> {
  const projectId = await projectOfNew(context, input.project_id)
  const { userId } = context.principal
  const [id, secret] = [newId(), newSecret()]
  const row = await transaction(context.db, async (tx) => {
    if ((await countEndpointsLocked(tx, { projectId, userId })) >= endpointsAtMost) throw tooMany(projectId)
    return insertEndpoint(tx, {
      id,
      user_id: userId,
      project_id: projectId,
      url: input.url,
      description: input.description ?? null,
      events: input.events,
      ...sealSecret(id, secret),
    })
  })
  const endpoint = serializeEndpoint(row, context.now)
  return { ...endpoint, endpoint, signing_secret: secret }
}

/** Null: the endpoint hears of all projects of its maker. */
async function projectOfNew(context: Context, named: string | null | undefined): Promise<string | null> {
  const { principal } = context
  const isBound = principal.kind === 'token' && principal.project !== null
  if (named === null && isBound) {
    const message = 'This token is bound to one project, so its endpoints are too. Leave project_id out.'
    throw invalid('project_id', message, 'bound_token')
  }
  if ((named ?? null) === null && !isBound) return null
  const { projectId } = await accessProject(context, named ?? undefined, 'webhooks:write')
  return projectId
}

const tooMany = (projectId: string | null) =>
  conflict(
    `${projectId === null ? 'You have' : 'This project has'} ${endpointsAtMost} webhook endpoints already. Delete one that is not needed any more.`,
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
    if (wanted.active && !endpoint.active) await holdWaiting(tx, id)
    return changesOf(wanted, endpoint)
  })
  return { ...serializeEndpoint(row, context.now), ...(secret ? { signing_secret: secret } : {}) }
}

/** A secret that does not open any more signs nothing: kept beside the new one, it would keep that from signing too. */
async function rotate(tx: Transaction<DB>, id: string, secret: string): Promise<void> {
  const old = await findSecret(tx, id)
  await replaceSecret(tx, id, sealSecret(id, secret), canOpen(id, old) ? rotationOverlapSeconds : null)
}

function canOpen(id: string, { secret, secret_key_id }: SealedSecret): boolean {
  try {
    openSecret(id, secret, secret_key_id)
    return true
  } catch (error) {
    if (error instanceof UnreadableCredentials) return false
    throw error
  }
}

type Wanted = Omit<InputOf<typeof contracts.updateWebhook>, 'id' | 'rotate_secret'>

function changesOf({ url, events, description, active }: Wanted, endpoint: EndpointRow): EndpointChanges {
  const isMoved = url !== undefined && url !== endpoint.url
  const isTurnedOn = active === true && !endpoint.active
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events }),
    ...(description === undefined ? {} : { description }),
    ...(active === undefined ? {} : { active }),
    // At another address the failures of the old one say nothing. What was turned off for them stays off until asked for.
    ...(isMoved || isTurnedOn ? withoutFailures : {}),
    ...(endpoint.health_status === 'auto_disabled' && !isTurnedOn ? { health_status: 'auto_disabled' } : {}),
  }
}

/** `failure_count` stays: it counts over the endpoint's whole life. */
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
    if (!endpoint.active) await holdWaiting(tx, id)
    if (replay_waiting) replayedCount = await sendHeld(tx, id)
    const isHealthy = endpoint.active && endpoint.health_status === 'healthy'
    return isHealthy ? null : { active: true, ...withoutFailures }
  })
  return { ...serializeEndpoint(row, context.now), replayed_count: replayedCount }
}

/** Another secret takes the place of those that signed, so they are nowhere any more; the row and its deliveries go when their time ends. */
export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteWebhook>,
): Promise<AnswerOf<typeof contracts.deleteWebhook>> {
  await accessEndpoint(context, id, 'webhooks:write')
  await changeLocked(context, id, async (tx) => {
    await replaceSecret(tx, id, sealSecret(id, newSecret()), null)
    return { active: false, deleted_at: context.now }
  })
  return { ok: true }
}

/** Nothing that the delivery of events writes at the same moment is lost: it locks the row too. Null changes nothing. */
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

/** Not in a transaction: the receiver is asked while the caller waits. */
export async function test(
  context: Context,
  { id }: InputOf<typeof contracts.testWebhook>,
): Promise<AnswerOf<typeof contracts.testWebhook>> {
  const endpoint = await accessEndpoint(context, id, 'webhooks:write')
  const delivery = await pinged(context, endpoint)
  return {
    ok: delivery.status === 'succeeded',
    event_id: delivery.event_id,
    delivery: serializeDelivery(delivery, endpoint.active),
  }
}

async function pinged({ db }: Context, endpoint: EndpointRow): Promise<DeliveryRow> {
  try {
    return await sendPing(db, endpoint)
  } catch (error) {
    if (!(error instanceof UnreadableCredentials)) throw error
    throw conflict('The signing secret of this endpoint cannot be read any more, so nothing can be sent. Rotate it.')
  }
}
