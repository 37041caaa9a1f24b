import type { ChannelId } from '@/lib/channel-ids'
import { createConnection } from '@/lib/connections/contract'
import * as connections from '@/lib/connections/service'
import { database } from '@/lib/db/pool'

/** An account at a network of the sandbox. */
export type SandboxAccount = {
  network: ChannelId
  account_id: string
  account_name: string
  handle: string | null
  credentials: Record<string, string>
  boards?: { id: string; name: string }[]
}

/** Calls the control API of the sandbox. */
export async function controlAt<T>(sandboxUrl: string, method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(new URL(path, sandboxUrl), {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path} of the sandbox: ${response.status} ${await response.text()}`)
  const text = await response.text()
  return (text ? JSON.parse(text) : undefined) as T
}

export const makeAccount = (sandboxUrl: string, network: ChannelId): Promise<SandboxAccount> =>
  controlAt(sandboxUrl, 'POST', '/control/accounts', { network })

/** Connects accounts in this process's database, which may differ from the server's. */
export async function connectAccounts(
  { userId, projectId }: { userId: string; projectId: string },
  accounts: SandboxAccount[],
): Promise<void> {
  const context = { db: database(), principal: { kind: 'session', userId } as const, now: new Date() }
  for (const { network, account_id, account_name, handle, credentials } of accounts) {
    const account = { channel: network, account_id, account_name, handle, credentials }
    await connections.create(context, createConnection.body.parse({ project_id: projectId, ...account }))
  }
}
