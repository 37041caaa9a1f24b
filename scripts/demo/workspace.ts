import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Context } from '@/lib/access/context'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { scopes } from '@/lib/auth/scopes'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { systemClock } from '@/lib/clock'
import { sandboxMark } from '@/lib/connections/account-to-connect'
import { createConnection } from '@/lib/connections/contract'
import * as connections from '@/lib/connections/service'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { mintToken } from '@/lib/tokens/mint'
import { seedAutomations } from './automations'
import { seedBrand } from './brand'
import { seedCaptions } from './captions'
import { seedConnectors } from './connectors'
import { demoTimezone } from './demo-api'
import { seedHistory } from './history'
import { deliverInbox, seedInbox } from './inbox'
import { seedMedia } from './media'
import { seedPlanning } from './planning'
import { seedRecurring } from './recurring'
import { seedStories } from './stories'

export const demoOwner = {
  email: 'demo@storycast.local',
  name: 'Demo Owner',
  password: 'storycast-demo',
  project: 'Demo project',
} as const

export type Demo = { email: string; password: string; token: string; projectId: string }

type SandboxAccount = {
  account_id: string
  account_name: string
  handle: string | null
  credentials: Record<string, string>
  boards?: { id: string; name: string }[]
}

/** Creates the missing parts of the demo workspace. Returns what `npm run up` prints. */
export async function ensureDemo(db: Database, dataDir: string, sandboxUrl: string): Promise<Demo> {
  const { email, name, password } = demoOwner
  const userId = await ensureUser(db, { email, name, password })
  const projectId = await ensureProject(db, { userId, name: demoOwner.project, timezone: demoTimezone })
  const token = await ensureToken(db, dataDir, userId, projectId)
  const context: Context = { db, principal: { kind: 'session', userId }, now: systemClock() }
  for (const channel of channelIds) await ensureConnection(context, projectId, channel, sandboxUrl)
  await deliverInbox(sandboxUrl, baseUrl())
  await ensureStories(context, dataDir, { projectId, token, sandboxUrl })
  return { email, password, token, projectId }
}

const baseUrl = (): string => `http://127.0.0.1:${env().PORT}`

/** Stores the token in the data folder, so that every start can print it. It is valid only for the demo. */
async function ensureToken(db: Database, dataDir: string, userId: string, projectId: string): Promise<string> {
  const file = join(dataDir, 'demo.json')
  if (existsSync(file)) {
    const stored = JSON.parse(readFileSync(file, 'utf8')) as { id: string; token: string }
    const { rows } = await sql`select from api_tokens where id = ${stored.id} and revoked_at is null`.execute(db)
    if (rows.length > 0) return stored.token
  }
  const created = await mintToken(db, { userId, projectId, name: 'Demo', scopes })
  writeFileSync(file, JSON.stringify(created), { mode: 0o600 })
  return created.token
}

/** Seeds the stories once. A file remembers that, because the user may delete all stories. */
async function ensureStories(
  context: Context,
  dataDir: string,
  { projectId, token, sandboxUrl }: { projectId: string; token: string; sandboxUrl: string },
): Promise<void> {
  const marker = join(dataDir, 'demo-seeded')
  if (existsSync(marker)) return
  const { db } = context
  const accounts = await db
    .selectFrom('social_connections')
    .select(['channel', 'account_id'])
    .where('project_id', '=', projectId)
    .execute()
  const accountOf = (network: string): string => accounts.find(({ channel }) => channel === network)?.account_id ?? ''
  const imageUrl = await seedMedia(context, projectId)
  await seedHistory(db, projectId, imageUrl, systemClock())
  const api = {
    baseUrl: baseUrl(),
    token,
    projectId,
    sandboxUrl,
    facebookAccountId: accountOf('facebook'),
    pinterestAccountId: accountOf('pinterest'),
  }
  await seedPlanning(api)
  await seedRecurring(api)
  const connectorId = await seedConnectors(api)
  await seedAutomations(api, connectorId)
  await seedStories(api, imageUrl)
  await seedInbox(db, api, { instagram: accountOf('instagram'), facebook: accountOf('facebook') })
  await seedBrand(context, projectId)
  await seedCaptions(context, projectId)
  // Otherwise there would be no alerts until the job runs the next morning.
  await sql`update job_schedules set next_run_at = now() where name = 'pillar-alerts'`.execute(db)
  writeFileSync(marker, '')
}

async function ensureConnection(
  context: Context,
  projectId: string,
  channel: ChannelId,
  sandboxUrl: string,
): Promise<void> {
  const { db } = context
  const connected = await db
    .selectFrom('social_connections')
    .select('id')
    .where('project_id', '=', projectId)
    .where('channel', '=', channel)
    .executeTakeFirst()
  if (connected) return
  const response = await fetch(`${sandboxUrl}/control/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ network: channel, name: 'Northwind Coffee', handle: 'northwind' }),
  })
  if (!response.ok)
    throw new Error(`The sandbox could not create a ${channel} account: ${response.status} ${await response.text()}`)
  const { account_id, account_name, handle, credentials, boards } = (await response.json()) as SandboxAccount
  const request = { project_id: projectId, channel, account_id, account_name, handle, credentials }
  const board = boards?.[0]
  const metadata: Record<string, string> = board
    ? { default_board_id: board.id, default_board_name: board.name, [sandboxMark]: 'true' }
    : { [sandboxMark]: 'true' }
  await connections.create(context, createConnection.body.parse(request), metadata)
}
