import { randomBytes } from 'node:crypto'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { ChannelError } from '@/lib/channels/channel-error'
import type { AccountChoice, ConsentStart } from '@/lib/channels/connecting/connect'
import { connects } from '@/lib/channels/connects'
import { channels } from '@/lib/channels/registry'
import { assertMayCall, channelSettings } from '@/lib/channels/settings'
import { type Database, transaction } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { appUrl } from '@/lib/env'
import { AppError, conflict, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { ownPath } from '@/lib/return-address'
import { missingOf } from '../missing-scopes'
import { findOpenConnection } from '../repository'
import { connectAccount } from '../service'
import { type Failure, failureOf, failureText, type ProblemCode } from './consent-text'
import type * as contracts from './contract'
import {
  type ConsentRow,
  findByState,
  findConsent,
  grantedScopes,
  hashState,
  insertConsent,
  lockConsent,
  storeChoices,
  storeConnected,
  storeFailure,
  takeConsent,
} from './repository'
import { openChoices, openSecret, sealChoices, sealSecret } from './seal'
import { serializeConsent } from './serializer'

/** Deadline for all calls after the return, including list pages. */
const finishDeadlineMs = 50_000

export async function start(
  context: Context,
  input: InputOf<typeof contracts.startConsent>,
): Promise<AnswerOf<typeof contracts.startConsent>> {
  const { projectId } = await accessProject(context, input.project_id, 'connections:write')
  if (input.connection_id) {
    const owned = await accessOwned(context, 'social_connections', input.connection_id, 'connections:write')
    if (owned.projectId !== projectId) throw notFound('connection')
  }
  const { channel } = input
  const id = newId()
  const state = randomBytes(32).toString('base64url')
  const redirectUri = `${appUrl()}/connect/${channel}/callback`
  const { url, secret } = await requestConsent(channel, { redirectUri, state, isAgain: input.again ?? false })
  const row = await insertConsent(context.db, projectId, {
    id,
    user_id: context.principal.userId,
    channel,
    state_hash: hashState(state),
    redirect_uri: redirectUri,
    return_to: input.return_to ?? `/${projectId}/connections`,
    connection_id: input.connection_id ?? null,
    ...sealSecret(id, secret),
  })
  return { consent: await show(context, row), url }
}

type ConsentRequest = { redirectUri: string; state: string; isAgain: boolean }

async function requestConsent(channel: ChannelId, request: ConsentRequest): Promise<ConsentStart> {
  const { consent } = connects[channel]
  if (!consent) throw conflict('Ghost has no consent page. Connect the site with its URL and an Admin API key.')
  try {
    assertMayCall(channel, new URL(channelSettings(channel).authUrl))
    return await consent.start(request, { signal: deadlineIn(finishDeadlineMs) })
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    const isOurSide = error.code === 'app_not_configured' || error.code === 'preview_deployment'
    throw isOurSide ? conflict(error.message) : providerErrorOf(channel, error)
  }
}

function providerErrorOf(channel: ChannelId, error: ChannelError): AppError {
  const message = failureText(error, channels[channel].name, 'start')
  return new AppError('provider_error', message, { provider_code: error.code }, { cause: error })
}

/**
 * Processes the return from a network.
 *
 * @returns the dashboard path to redirect to
 */
export async function finish(
  db: Database,
  back: { channel: string; userId: string | null; query: URLSearchParams; now: Date },
): Promise<string> {
  const state = back.query.get('state') ?? ''
  const channel = channelIds.find((id) => id === back.channel)
  if (!channel || !state) return problemPath('state_unknown', back.channel)
  if (!back.userId) return problemPath('signed_out', channel)
  const consent = await takeConsent(db, { state, userId: back.userId, channel })
  if (!consent) return problemPath(await problemOf(db, state, back.userId, channel), channel)
  const context: Context = { db, principal: { kind: 'session', userId: back.userId }, now: back.now }
  const failure = await settle(context, consent, channel, back.query)
  if (!failure) {
    const settled = await findConsent(db, back.userId, consent.id)
    return settled?.status === 'connected' ? doneAt(consent) : consentPath(consent.id)
  }
  await storeFailure(db, consent.id, failure)
  const { code } = failure
  const variables = code === 'app_refused' ? { variables: connects[channel].appVariables } : {}
  log.info('consent.failed', { channel, project_id: consent.project_id, code, ...variables })
  return consentPath(consent.id)
}

const consentPath = (id: string): string => `/connect/consents/${id}`
const problemPath = (code: ProblemCode, channel: string): string =>
  `/connect/problem?${new URLSearchParams({ code, channel })}`

/** The requested page with the consent's id. */
function doneAt({ return_to, id }: ConsentRow): string {
  // Older rows were validated less strictly.
  const address = new URL(ownPath(return_to) ?? '/', 'http://origin.invalid')
  address.searchParams.set('consent', id)
  return `${address.pathname}${address.search}${address.hash}`
}

async function problemOf(db: Database, state: string, userId: string, channel: ChannelId): Promise<ProblemCode> {
  const found = await findByState(db, state)
  if (!found) return 'state_unknown'
  if (found.user_id !== userId) return 'other_user'
  if (found.channel !== channel) return 'other_channel'
  return found.used_at ? 'state_used' : 'state_expired'
}

/**
 * Exchanges the code, then connects the account or stores the accounts to choose from.
 *
 * @returns null on success
 */
async function settle(
  context: Context,
  row: ConsentRow,
  channel: ChannelId,
  query: URLSearchParams,
): Promise<Failure | null> {
  try {
    await accessProject(context, row.project_id, 'connections:write')
    const { consent } = connects[channel]
    if (!consent) return null
    const secret = openSecret(row)
    const call = { signal: deadlineIn(finishDeadlineMs) }
    const choices = await consent.finish({ query, redirectUri: row.redirect_uri, secret }, call)
    return await connectOrStoreChoices(context, row, channel, choices)
  } catch (error) {
    if (error instanceof ChannelError) return failureOf(error, channels[channel].name, 'return')
    if (error instanceof AppError && (error.code === 'not_found' || error.code === 'insufficient_scope')) {
      return { code: 'no_right', message: error.message, missingScopes: [] }
    }
    throw error
  }
}

async function connectOrStoreChoices(
  context: Context,
  row: ConsentRow,
  channel: ChannelId,
  choices: AccountChoice[],
): Promise<Failure | null> {
  const [first] = choices
  if (!first)
    return { code: 'no_accounts', message: noAccountMessages[channel] ?? noAccountMessages.other, missingScopes: [] }
  const missing = missingOf(channel, first.scopes).filter(({ isRequired }) => isRequired)
  if (missing.length > 0) {
    const missingScopes = missing.map(({ name, purpose }) => ({ name, purpose }))
    return { code: 'missing_scopes', message: 'These permissions were not granted:', missingScopes }
  }
  const open = await findOpenConnection(context.db, row.project_id, channel)
  const automatic = automaticChoice(choices, open?.account_id, row.connection_id !== null)
  await transaction(context.db, async (tx) => {
    if (automatic) await connectChoice(tx, row, channel, automatic)
    else await storeChoices(tx, row.id, sealChoices(row.id, choices))
  })
  return null
}

/** The account that needs no choice: the one being reconnected, or the only one if none was connected before. */
function automaticChoice(
  choices: AccountChoice[],
  openAccountId: string | undefined,
  isReconnect: boolean,
): AccountChoice | undefined {
  const usable = choices.filter(({ obstacle }) => obstacle === null)
  const same = usable.find(({ accountId }) => accountId === openAccountId)
  if (same && (isReconnect || choices.length === 1)) return same
  return choices.length === 1 && openAccountId === undefined ? usable[0] : undefined
}

const noAccountMessages: Partial<Record<ChannelId, string>> & { other: string } = {
  facebook: 'Facebook shared no page: you selected none, or you manage none.',
  other: 'The network returned no account to publish to.',
}

async function connectChoice(db: Database, row: ConsentRow, channel: ChannelId, choice: AccountChoice) {
  const { accountId, accountName, handle, pictureUrl, credentials, expiresAt, refreshExpiresAt, scopes } = choice
  const names = { channel, accountId, accountName, handle, pictureUrl }
  const account = { ...names, credentials, expiresAt, refreshExpiresAt, scopes, wasTried: true }
  const connection = await connectAccount(db, row.project_id, account, { userId: row.user_id })
  await storeConnected(db, row.id, connection.id)
  return connection
}

export async function read(
  context: Context,
  { id }: InputOf<typeof contracts.getConsent>,
): Promise<AnswerOf<typeof contracts.getConsent>> {
  const row = await findConsent(context.db, context.principal.userId, id)
  if (!row) throw notFound('consent')
  await accessProject(context, row.project_id, 'connections:write')
  return { consent: await show(context, row) }
}

async function show(context: Context, row: ConsentRow): Promise<contracts.Consent> {
  const channel = row.channel
  const open = await findOpenConnection(context.db, row.project_id, channel)
  const granted =
    row.status === 'connected' && row.connection_id
      ? await grantedScopes(context.db, row.project_id, row.connection_id)
      : null
  const choices = row.status === 'choosing' && row.expires_at > context.now ? openChoices(row) : []
  const missing = missingOf(channel, granted).map(({ name, purpose }) => ({ name, purpose }))
  return serializeConsent(row, { choices, open, missing, now: context.now })
}

export async function choose(
  context: Context,
  { id, account_id, replace = false }: InputOf<typeof contracts.chooseAccount>,
): Promise<AnswerOf<typeof contracts.chooseAccount>> {
  return transaction(context.db, async (tx) => {
    const row = await lockConsent(tx, context.principal.userId, id)
    if (!row) throw notFound('consent')
    const { projectId } = await accessProject({ ...context, db: tx }, row.project_id, 'connections:write')
    requireChoosing(row, context.now)
    const choice = openChoices(row).find(({ accountId }) => accountId === account_id)
    if (!choice) throw notFound('account')
    if (choice.obstacle) throw conflict(choice.obstacle)
    const channel = row.channel
    const open = await findOpenConnection(tx, projectId, channel)
    if (open && open.account_id !== account_id && !replace) {
      const name = open.account_name ?? open.handle ?? open.account_id
      throw conflict(`“${name}” is connected. Send replace: true to replace it with this account.`)
    }
    return { connection: await connectChoice(tx, row, channel, choice) }
  })
}

/** Used and expired consents are gone; pending ones stay valid. */
function requireChoosing({ status, expires_at, channel }: ConsentRow, now: Date): void {
  const isExpired = expires_at <= now
  if (status === 'choosing' && !isExpired) return
  if ((status === 'started' || status === 'returned') && !isExpired) {
    const { name } = channels[channel]
    throw conflict(`There are no accounts to choose yet: the sign-in at ${name} is not finished.`)
  }
  throw new AppError('gone', 'These accounts can no longer be chosen. Connect the account again.')
}
