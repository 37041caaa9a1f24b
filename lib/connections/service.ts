import type { Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Credentials } from '@/lib/channels/channel'
import { parseSite } from '@/lib/channels/ghost/site'
import { systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { notFound, validationError } from '@/lib/errors'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { recordChange } from '@/lib/project-activity/record'
import { lockProject } from '@/lib/projects/repository'
import { accountIssues, projectIssues } from './account-issues'
import type { AccountToConnect } from './account-to-connect'
import type * as contracts from './contract'
import { verifyGhostSite } from './ghost-site'
import { renewsWith } from './renews-with'
import {
  type ConnectionRow,
  closeConnection,
  findConnection,
  findEarlier,
  findOpenConnection,
  findSealed,
  insertConnection,
  listNewestPerChannel,
  renewConnection,
} from './repository'
import { openCredentials, sealCredentials } from './seal'
import { serializeConnection } from './serializer'

/**
 * Connects an account. Reconnecting the same account keeps its row; another account closes that row and gets its own.
 * The only place where credentials are stored.
 */
export async function connectAccount(
  db: Database,
  projectId: string,
  account: AccountToConnect,
  by: Parameters<typeof recordChange>[2] = null,
): Promise<contracts.SocialConnection> {
  return transaction(db, async (tx) => {
    if (!(await lockProject(tx, projectId))) throw notFound('project')
    const open = await findOpenConnection(tx, projectId, account.channel)
    const earlier = await findEarlier(tx, projectId, account.channel, account.accountId)
    const row =
      open?.account_id === account.accountId
        ? await renew(tx, projectId, open, account)
        : await replaceConnection(tx, projectId, open, { ...account, metadata: metadataFor(account, earlier) })
    const connection = serializeConnection(row, systemClock())
    const detail = { channel: account.channel, name: connection.account_name }
    await recordChange(tx, projectId, by, { kind: 'account_connected', detail })
    if (earlier) await appendEvent(tx, { projectId, event: 'connection.reconnected', data: { connection } })
    return connection
  })
}

async function renew(
  tx: Transaction<DB>,
  projectId: string,
  open: ConnectionRow,
  account: AccountToConnect,
): Promise<ConnectionRow> {
  const complete = await withStoredRefreshToken(tx, projectId, open, account)
  return renewConnection(tx, projectId, open.id, sealed(open.id, withStoredNames(complete, open)))
}

/** The default board survives a disconnect, because the account's boards stay the same. */
const metadataFor = ({ metadata = {} }: AccountToConnect, earlier: ConnectionRow | undefined) => ({
  ...(earlier?.metadata as Record<string, string> | undefined),
  ...metadata,
})

/**
 * Networks may send the refresh token only at the first consent. The stored one is kept unless it expired or was
 * revoked.
 */
async function withStoredRefreshToken(
  tx: Transaction<DB>,
  projectId: string,
  open: ConnectionRow,
  account: AccountToConnect,
): Promise<AccountToConnect> {
  const { credentials } = account
  if (credentials.kind !== 'bearer' || credentials.refreshToken !== null || open.status !== 'active') return account
  const row = await findSealed(tx, projectId, open.id)
  const stored = row && openOrNull(row)
  if (!row || stored?.kind !== 'bearer' || stored.refreshToken === null) return account
  if (row.refresh_expires_at !== null && row.refresh_expires_at <= systemClock()) return account
  return {
    ...account,
    credentials: { ...credentials, refreshToken: stored.refreshToken },
    refreshExpiresAt: row.refresh_expires_at,
  }
}

/** Null when the encryption key is missing. */
function openOrNull(row: Parameters<typeof openCredentials>[0]): Credentials | null {
  try {
    return openCredentials(row)
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}

/** A reconnect without names keeps the stored ones. */
const withStoredNames = (account: AccountToConnect, open: ConnectionRow): AccountToConnect => ({
  ...account,
  accountName: account.accountName ?? open.account_name,
  handle: account.handle ?? open.handle,
  pictureUrl: account.pictureUrl ?? open.picture_url,
})

async function replaceConnection(
  tx: Transaction<DB>,
  projectId: string,
  open: ConnectionRow | undefined,
  account: AccountToConnect,
): Promise<ConnectionRow> {
  if (open) await closeConnection(tx, projectId, open.id)
  const id = newId()
  const { channel, metadata = {} } = account
  return insertConnection(tx, projectId, { ...sealed(id, account), id, channel, metadata })
}

const sealed = (id: string, account: AccountToConnect) => ({
  account_id: account.accountId,
  account_name: account.accountName,
  handle: account.handle,
  picture_url: account.pictureUrl ?? null,
  expires_at: account.expiresAt,
  refresh_expires_at: account.refreshExpiresAt ?? null,
  scopes: account.scopes ?? null,
  tried_at: account.wasTried ? systemClock() : null,
  renews_with: renewsWith(account.channel, account.credentials),
  ...sealCredentials(id, account.credentials),
})

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listConnections>,
): Promise<AnswerOf<typeof contracts.listConnections>> {
  const { projectId } = await accessProject(context, input.project_id, 'connections:read')
  const after = decodeCursor(input.cursor)
  const rows = await listNewestPerChannel(context.db, projectId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('connections', rows, input.limit)
  return { connections: page.map((row) => serializeConnection(row, context.now)), next_cursor }
}

type ConnectInput = InputOf<typeof contracts.createConnection>

/** @param metadata stored with a new row */
export async function create(
  context: Context,
  input: ConnectInput,
  metadata: Record<string, string> = {},
): Promise<AnswerOf<typeof contracts.createConnection>> {
  const issues = [...(await projectIssues(context, input)), ...accountIssues(input, context.now)]
  if (issues.length) throw validationError(issues)
  const { projectId } = await accessProject(context, input.project_id, 'connections:write')
  const entered = {
    channel: input.channel,
    accountName: input.account_name ?? null,
    handle: input.handle ?? null,
    credentials: credentialsOf(input),
    expiresAt: input.expires_at ? new Date(input.expires_at) : null,
    metadata,
  }
  const account =
    input.channel === 'ghost'
      ? await verifyGhostSite(context, projectId, { ...entered, accountId: input.account_id })
      : { ...entered, accountId: input.account_id }
  return { connection: await connectAccount(context.db, projectId, account, context.principal) }
}

function credentialsOf(input: ConnectInput): Credentials {
  if (input.channel === 'x') {
    const { api_key, api_secret, access_token, access_token_secret } = input.credentials
    return {
      kind: 'oauth1',
      apiKey: api_key,
      apiSecret: api_secret,
      accessToken: access_token,
      accessTokenSecret: access_token_secret,
    }
  }
  if (input.channel === 'ghost') {
    const { site_url, admin_api_key } = input.credentials
    return {
      kind: 'ghost',
      siteUrl: parseSite(site_url).url.href.replace(/\/+$/, ''),
      adminApiKey: admin_api_key.toLowerCase(),
    }
  }
  const { access_token, refresh_token } = input.credentials
  return { kind: 'bearer', accessToken: access_token, refreshToken: refresh_token ?? null }
}

export async function disconnect(
  context: Context,
  { id }: InputOf<typeof contracts.deleteConnection>,
): Promise<AnswerOf<typeof contracts.deleteConnection>> {
  const { projectId } = await accessOwned(context, 'social_connections', id, 'connections:write')
  const row = await transaction(context.db, async (tx) => {
    const closed = await closeConnection(tx, projectId, id)
    if (!closed) return findConnection(tx, projectId, id)
    const detail = { channel: closed.channel, name: closed.account_name }
    await recordChange(tx, projectId, context.principal, { kind: 'account_disconnected', detail })
    return closed
  })
  if (!row) throw notFound('connection')
  return { connection: serializeConnection(row, context.now) }
}
