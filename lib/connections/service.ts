import type { Transaction } from 'kysely'
import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Credentials } from '@/lib/channels/channel'
import { parseSite } from '@/lib/channels/ghost/site'
import type { ChannelId } from '@/lib/channels/ids'
import { systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { notFound, validationError } from '@/lib/errors'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { accessOwned, accessProject } from '@/lib/projects/access'
import type * as contracts from './contract'
import { accountFaults, projectFaults } from './faults'
import { tryGhost } from './ghost-site'
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
  lockProjectConnections,
  renewConnection,
} from './repository'
import { openCredentials, sealCredentials, UnreadableCredentials } from './seal'
import { serializeConnection } from './serializer'

/** An account with the credentials to act for it, however they were come by. */
export type AccountToConnect = {
  channel: ChannelId
  accountId: string
  accountName: string | null
  handle: string | null
  credentials: Credentials
  expiresAt: Date | null
  /** When the refresh token ends; null where it does not, or where there is none. */
  refreshExpiresAt?: Date | null
  /** What was granted; null where nobody knows. */
  scopes?: string[] | null
  /** Whether the network was asked with these credentials, and took them. */
  wasTried?: boolean
  /** Kept only for a new row; a reconnect keeps the metadata that is there. */
  metadata?: Record<string, string>
}

/**
 * Opens the connection of a channel. The account that is connected already keeps its row, and with it everything that
 * refers to it; another account closes that row and gets its own. The one place where credentials come in.
 */
export async function connectAccount(
  db: Database,
  projectId: string,
  account: AccountToConnect,
): Promise<contracts.SocialConnection> {
  return transaction(db, async (tx) => {
    if (!(await lockProjectConnections(tx, projectId))) throw notFound('project')
    const open = await findOpenConnection(tx, projectId, account.channel)
    const earlier = await findEarlier(tx, projectId, account.channel, account.accountId)
    const row =
      open?.account_id === account.accountId
        ? await renew(tx, projectId, open, account)
        : await openInPlaceOf(tx, projectId, open, { ...account, metadata: metadataFor(account, earlier) })
    const connection = serializeConnection(row, systemClock())
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
  const kept = await withKeptRefresh(tx, projectId, open, account)
  return renewConnection(tx, projectId, open.id, sealed(open.id, withKnownNames(kept, open)))
}

/** A default board outlives a disconnect: the account has the same boards when it comes back. */
const metadataFor = ({ metadata = {} }: AccountToConnect, earlier: ConnectionRow | undefined) => ({
  ...(earlier?.metadata as Record<string, string> | undefined),
  ...metadata,
})

/**
 * Networks hand out a refresh token at the first consent and may not repeat it. The one that is there goes on, unless
 * it ended or the network withdrew the access that it belongs to.
 */
async function withKeptRefresh(
  tx: Transaction<DB>,
  projectId: string,
  open: ConnectionRow,
  account: AccountToConnect,
): Promise<AccountToConnect> {
  const { credentials } = account
  if (credentials.kind !== 'bearer' || credentials.refreshToken !== null || open.status !== 'active') return account
  const row = await findSealed(tx, projectId, open.id)
  const held = row && opened(row)
  if (!row || held?.kind !== 'bearer' || held.refreshToken === null) return account
  if (row.refresh_expires_at !== null && row.refresh_expires_at <= systemClock()) return account
  return {
    ...account,
    credentials: { ...credentials, refreshToken: held.refreshToken },
    refreshExpiresAt: row.refresh_expires_at,
  }
}

/** Null when the key is gone: what cannot be read cannot be kept, and is being replaced anyway. */
function opened(row: Parameters<typeof openCredentials>[0]): Credentials | null {
  try {
    return openCredentials(row)
  } catch (error) {
    if (error instanceof UnreadableCredentials) return null
    throw error
  }
}

/** A reconnect that does not say what the account is called leaves its names as they are. */
const withKnownNames = (account: AccountToConnect, open: ConnectionRow): AccountToConnect => ({
  ...account,
  accountName: account.accountName ?? open.account_name,
  handle: account.handle ?? open.handle,
})

async function openInPlaceOf(
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

export async function create(
  context: Context,
  input: ConnectInput,
): Promise<AnswerOf<typeof contracts.createConnection>> {
  const faults = [...(await projectFaults(context, input)), ...accountFaults(input, context.now)]
  if (faults.length) throw validationError(faults)
  const { projectId } = await accessProject(context, input.project_id, 'connections:write')
  const given = {
    channel: input.channel,
    accountName: input.account_name ?? null,
    handle: input.handle ?? null,
    credentials: credentialsOf(input),
    expiresAt: input.expires_at ? new Date(input.expires_at) : null,
  }
  const account =
    input.channel === 'ghost'
      ? await tryGhost(context, projectId, { ...given, accountId: input.account_id })
      : { ...given, accountId: input.account_id }
  return { connection: await connectAccount(context.db, projectId, account) }
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
  const row = await transaction(
    context.db,
    async (tx) => (await closeConnection(tx, projectId, id)) ?? findConnection(tx, projectId, id),
  )
  if (!row) throw notFound('connection')
  return { connection: serializeConnection(row, context.now) }
}
