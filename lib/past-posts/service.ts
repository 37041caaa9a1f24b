import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { channelNames } from '@/lib/channels/names'
import { transaction } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import type * as contracts from './contract'
import { deletePosts, findConnection, type ImportRow, insertImport, listAccounts } from './repository'

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listPastImports>,
): Promise<AnswerOf<typeof contracts.listPastImports>> {
  const { projectId } = await accessProject(context, input.project_id, 'connections:read')
  const rows = await listAccounts(context.db, projectId)
  return {
    accounts: rows.map(({ last_import, ...row }) => ({ ...row, last_import: last_import && serialize(last_import) })),
  }
}

export async function start(
  context: Context,
  { id, days, max_posts: postsMax }: InputOf<typeof contracts.startPastImport>,
): Promise<AnswerOf<typeof contracts.startPastImport>> {
  await accessOwned(context, 'social_connections', id, 'connections:write')
  const connection = await findConnection(context.db, id)
  const name = channelNames[connection.channel as ChannelId]
  if (connection.disconnected_at || connection.status !== 'active')
    throw new AppError('conflict', `This ${name} account is not connected. Reconnect it, then import its posts.`)
  return { past_import: serialize(await insertImport(context.db, connection, { days, postsMax })) }
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.removePastPosts>,
): Promise<AnswerOf<typeof contracts.removePastPosts>> {
  const { projectId } = await accessOwned(context, 'social_connections', id, 'connections:write')
  const { channel, account_id: accountId } = await findConnection(context.db, id)
  const target = { projectId, channel: channel as ChannelId, accountId }
  return { removed: await transaction(context.db, (tx) => deletePosts(tx, target)) }
}

const serialize = (row: ImportRow): contracts.PastImport => ({
  id: row.id,
  connection_id: row.connection_id,
  channel: row.channel,
  status: row.state,
  read_count: row.read_count,
  imported_count: row.imported_count,
  known_count: row.known_count,
  message: row.message,
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
})
