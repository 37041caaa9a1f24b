import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ChannelId } from '@/lib/channel-ids'
import type { Account, Credentials } from '@/lib/channels/channel'
import { reloadEnv } from '@/lib/env'
import { type RunningSandbox, type SandboxAccount, startSandbox } from '@/sandbox/server'

export type Networks = {
  url: string
  image(name?: string): string
  account(network: ChannelId): Promise<{ account: Account; boardId: string | null }>
  control(method: string, path: string, body?: object): Promise<unknown>
  posts(network: ChannelId, account: Account): ReturnType<RunningSandbox['posts']>
  stop(): Promise<void>
}

const urlNames = ['INSTAGRAM', 'FACEBOOK', 'THREADS', 'X', 'LINKEDIN', 'PINTEREST'] as const

/** Starts the sandbox on a free port and sets the environment to use it. */
export async function startNetworks(): Promise<Networks> {
  const directory = await mkdtemp(join(tmpdir(), 'storycast-networks-'))
  const sandbox = await startSandbox({ port: 0, directory })
  for (const name of urlNames) process.env[`${name}_API_URL`] = `${sandbox.url}/${name.toLowerCase()}`
  // The guard stays on: the sandbox is allowed because its URL is in the environment.
  process.env.ALLOW_PRIVATE_NETWORK = '0'
  process.env.PUBLISH_POLL_SECONDS = '0.05'
  process.env.PUBLISH_CALL_TIMEOUT_SECONDS = '3'
  reloadEnv()
  return {
    url: sandbox.url,
    image: (name = 'dawn') => `${sandbox.url}/samples/${name}.jpg`,
    account: async (network) => accountOf(sandbox.openAccount({ network, account_id: newId(network) })),
    control: (method, path, body) => control(sandbox.url, method, path, body),
    posts: (network, account) => sandbox.posts(network, sandboxId(network, account)),
    async stop() {
      await sandbox.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

let count = 0

function newId(network: ChannelId): string {
  count += 1
  const number = `17841${String(Date.now()).slice(-8)}${String(count).padStart(4, '0')}`
  if (network === 'linkedin') return `urn:li:person:p${number}`
  return network === 'ghost' ? `site-${number}` : number
}

const sandboxId = (_network: ChannelId, account: Account): string => account.accountId

function accountOf(given: SandboxAccount): { account: Account; boardId: string | null } {
  const { account_id: accountId, account_name: accountName, handle } = given
  const account = { accountId, accountName, handle, credentials: credentialsOf(given.credentials) }
  return { account, boardId: given.boards?.[0]?.id ?? null }
}

function credentialsOf(given: Record<string, string>): Credentials {
  const { api_key, api_secret, access_token = '', access_token_secret, site_url, admin_api_key } = given
  if (site_url && admin_api_key) return { kind: 'ghost', siteUrl: site_url, adminApiKey: admin_api_key }
  if (api_key && api_secret && access_token_secret)
    return {
      kind: 'oauth1',
      apiKey: api_key,
      apiSecret: api_secret,
      accessToken: access_token,
      accessTokenSecret: access_token_secret,
    }
  return { kind: 'bearer', accessToken: access_token, refreshToken: given.refresh_token ?? null }
}

async function control(url: string, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${url}/control/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method} /control/${path}: ${answer.status} ${text}`)
  return text === '' ? null : JSON.parse(text)
}
