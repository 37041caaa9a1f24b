import { z } from 'zod'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { setDefault } from '@/lib/boards/service'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { sandboxMark } from '@/lib/connections/account-to-connect'
import { createConnection } from '@/lib/connections/contract'
import { create } from '@/lib/connections/service'
import { deadlineIn } from '@/lib/deadline'
import { env } from '@/lib/env'
import { AppError, conflict } from '@/lib/errors'
import { findProject } from '@/lib/projects/repository'
import type { connectSandboxAccounts } from './contract'

/** What the sandbox answers for a new account. */
const Account = z.object({
  account_id: z.string(),
  account_name: z.string(),
  handle: z.string().nullable(),
  credentials: z.record(z.string(), z.string()),
  boards: z.array(z.object({ id: z.string() })).optional(),
})
type Account = z.output<typeof Account>

const timeoutMs = 5_000

/** The page that shows the posts of sandbox accounts. Null on servers that use the real networks. */
export const sandboxFeedUrl = (): string | null => env().SANDBOX_URL ?? null

export async function connectAll(
  context: Context,
  { id }: InputOf<typeof connectSandboxAccounts>,
): Promise<AnswerOf<typeof connectSandboxAccounts>> {
  const { projectId } = await accessProject(context, id, 'connections:write')
  const url = env().SANDBOX_URL
  if (url === undefined) throw conflict('This server uses the real networks. Connect accounts on the Connections page.')
  const project = await findProject(context.db, projectId)
  const rows = await context.db
    .selectFrom('social_connections')
    .select('channel')
    .where('project_id', '=', projectId)
    .where('disconnected_at', 'is', null)
    .execute()
  const skipped = channelIds.filter((channel) => rows.some((row) => row.channel === channel))
  const answer: AnswerOf<typeof connectSandboxAccounts> = { connections: [], skipped }
  for (const channel of channelIds.filter((channel) => !skipped.includes(channel)))
    answer.connections.push(await connect(context, url, { projectId, channel, name: project?.name ?? 'Sandbox' }))
  return answer
}

type Wanted = { projectId: string; channel: ChannelId; name: string }

async function connect(context: Context, url: string, { projectId, channel, name }: Wanted) {
  const { boards, ...account } = await createAccount(url, channel, name)
  const request = createConnection.body.parse({ project_id: projectId, channel, ...account })
  const { connection } = await create(context, request, { [sandboxMark]: 'true' })
  const board = boards?.[0]
  if (!board) return connection
  const chosen = await setDefault(context, { project_id: projectId, default_board_id: board.id })
  return chosen.connection
}

/** @throws provider_error if the sandbox does not answer */
async function createAccount(url: string, channel: ChannelId, name: string): Promise<Account> {
  const handle =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '')
      .slice(0, 20) || 'sandbox'
  try {
    const response = await fetch(`${url}/control/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ network: channel, name, handle }),
      signal: deadlineIn(timeoutMs),
    })
    if (!response.ok) throw new Error(`status ${response.status}`)
    return Account.parse(await response.json())
  } catch (cause) {
    const message = `The sandbox could not create a ${channel} account. Check that it runs at ${url}.`
    throw new AppError('provider_error', message, {}, { cause })
  }
}
