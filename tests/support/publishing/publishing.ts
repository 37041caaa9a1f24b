import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import type { ChannelId } from '@/lib/channel-ids'
import { closeDatabase, database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import type { EventName } from '@/lib/events/names'
import { eventDefinition } from '@/lib/openapi/events'
import { claimOne } from '@/lib/publishing/claim/claim-due'
import { publishItem } from '@/lib/publishing/publish-item'
import type { Progress } from '@/lib/queue-items/progress'
import type { SandboxPost } from '@/sandbox/control/posts'
import { aProject, aSandboxAccount, control, type SandboxAccount, type TestProject } from '../api/api'
import type { Served } from '../database/postgres'
import { insertStory, type RowRequest } from '../database/story-rows'
import { createDatabase } from '../database/test-database'
import { until } from '../processes/child-process'
import { connectAccounts } from '../sandbox/accounts'
import { sandboxUrl } from '../sandbox/file-sandbox'

const never = new AbortController().signal

export async function postsOf({ network, account_id }: SandboxAccount): Promise<SandboxPost[]> {
  const query = new URLSearchParams({ network, account_id })
  return (await control<{ posts: SandboxPost[] }>('GET', `/control/posts?${query}`)).posts
}

/** Number of calls with this name to an account, successful or not. */
export async function callsOf({ network, account_id }: SandboxAccount, name: string): Promise<number> {
  const { calls } = await control<{ calls: { account_id: string; call: string }[] }>(
    'GET',
    `/control/calls?network=${network}&limit=2000`,
  )
  return calls.filter((call) => call.account_id === account_id && call.call === name).length
}

/** Makes the calls of an account fail. Without an account, all calls of the network fail. */
export async function failCalls(
  { network, account_id }: { network: ChannelId; account_id?: string | undefined },
  fault: { fault: string; call?: string; times?: number; skip?: number; [member: string]: unknown },
): Promise<void> {
  await control('POST', '/control/faults', { network, account_id, ...fault })
}

export const sampleImage = (name = 'dawn'): string => `${sandboxUrl()}/samples/${name}.jpg`

const needsImage = (channel: ChannelId): boolean => channel === 'instagram' || channel === 'pinterest'

let texts = 0
/** A unique text, also across parallel tests. */
export const newText = (): string => `Warm bread no. ${process.pid}-${Date.now().toString(36)}-${++texts}`

export type DueStory = {
  project: TestProject
  accounts: SandboxAccount[]
  account: SandboxAccount
  storyId: string
  itemIds: Record<string, string>
  itemId: string
  caption: string
}

/** A project whose accounts are connected in this file's database. The API uses the shared one. */
async function aProjectHere(): Promise<TestProject> {
  const project = await aProject()
  const connect = async (...channels: ChannelId[]) => {
    const accounts = await Promise.all(channels.map(aSandboxAccount))
    await connectAccounts(project, accounts)
    return accounts
  }
  return { ...project, connect }
}

/** A project of another user with the same network accounts. */
export async function aProjectSharing(accounts: SandboxAccount[]): Promise<TestProject> {
  const project = await aProjectHere()
  await connectAccounts(project, accounts)
  return project
}

/** Uses a separate database for this file. For files that claim or expire all rows. */
export function onOwnDatabase(): void {
  let own: Served
  beforeAll(async () => {
    own = await createDatabase()
    await closeDatabase()
    setEnv({ DATABASE_URL: own.url })
  })
  afterAll(async () => {
    await closeDatabase()
    await own.stop()
  })
}

/** A project with new accounts and a story that is due on them now. */
export async function aDueStory(
  channels: ChannelId[],
  request: Partial<RowRequest> & { project?: TestProject; accounts?: SandboxAccount[] } = {},
): Promise<DueStory> {
  const project = request.project ?? (await aProjectHere())
  const accounts = request.accounts ?? (await project.connect(...channels))
  const caption = request.caption ?? newText()
  const boardId = accounts.find(({ network }) => network === 'pinterest')?.boards?.[0]?.id
  const made = await insertStory(database(), {
    projectId: project.projectId,
    channels,
    caption,
    slides: channels.some(needsImage) ? [{ media_url: sampleImage() }] : [],
    overrides: boardId ? { pinterest: { board_id: boardId } } : {},
    ...request,
  })
  const [account] = accounts
  const itemId = made.itemIds[channels[0] ?? '']
  if (!account || !itemId) throw new Error('A due story needs a channel.')
  return { project, accounts, account, caption, itemId, ...made }
}

/** Sets environment variables for the rest of the file. */
export function setEnv(changes: Record<string, string>): void {
  Object.assign(process.env, changes)
  reloadEnv()
}

export const progressOf = async (id: string): Promise<Progress> => (await rowOf(id)).progress as Progress

/** Seconds until the next try of the row, by the database's clock. */
export async function secondsToWait(itemId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from queue_items where id = ${itemId}`.execute(
    database(),
  )
  return rows[0]?.seconds ?? Number.NaN
}

/** Moves the time of a story and its rows into the past. */
export async function makeOlder(storyId: string, seconds: number): Promise<void> {
  await sql`update stories set scheduled_at = scheduled_at - make_interval(secs => ${seconds}) where id = ${storyId}`.execute(
    database(),
  )
  await sql`
    update queue_items set scheduled_at = scheduled_at - make_interval(secs => ${seconds})
    where story_id = ${storyId}`.execute(database())
}

/** Attempts of a row in order, with outcomes and codes. */
export async function attemptsOf(itemId: string) {
  return database()
    .selectFrom('publish_attempts')
    .select(['number', 'step', 'outcome', 'code', 'category'])
    .where('queue_item_id', '=', itemId)
    .orderBy('number')
    .execute()
}

/** The events of a project, oldest first. Validates each payload against its schema. */
export async function payloadsOf(projectId: string): Promise<{ event: string; data: EventData }[]> {
  const rows = await database()
    .selectFrom('events')
    .select(['event', 'data'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  for (const { event, data } of rows) {
    const { error } = eventDefinition(event as EventName).payload.safeParse(data)
    if (error) throw new Error(`The payload of ${event} does not match its schema: ${error.message}`)
  }
  return rows.map(({ event, data }) => ({ event, data: data as EventData }))
}

export type EventData = { project_id: string; story: Record<string, unknown>; [member: string]: unknown }

export const rowOf = (id: string) =>
  database().selectFrom('queue_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const storyOf = (id: string) =>
  database().selectFrom('stories').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Names of a project's events in order. */
export async function eventsOf(projectId: string): Promise<string[]> {
  const rows = await database()
    .selectFrom('events')
    .select('event')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

/** Tries a row once, as a worker does. Null if it was not due. */
export async function publishOnce(itemId: string) {
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  return claim ? publishItem(database(), claim, never) : null
}

/** Publishes a story's rows, as a worker does, until none waits. */
export async function publishUntilSettled(storyId: string, seconds = 20): Promise<void> {
  const deadline = performance.now() + seconds * 1000
  for (;;) {
    const waiting = await database()
      .selectFrom('queue_items')
      .select('id')
      .where('story_id', '=', storyId)
      .where('status', '=', 'approved')
      .execute()
    if (waiting.length === 0) return
    if (performance.now() > deadline)
      throw new Error(`Rows of story ${storyId} still wait after ${seconds} s: ${await ledgerOf(storyId)}`)
    await Promise.all(waiting.map(({ id }) => publishOnce(id)))
    await sleep(20)
  }
}

/** Failed attempts of a story, for error messages. */
async function ledgerOf(storyId: string): Promise<string> {
  const rows = await database()
    .selectFrom('publish_attempts')
    .select(['channel', 'number', 'step', 'outcome', 'code', 'message', 'provider_answer'])
    .where('story_id', '=', storyId)
    .where('outcome', '<>', 'posted')
    .execute()
  return JSON.stringify(rows, null, 1)
}

/** Publishes a row until it is final. Simulates a pause before each try. */
export async function publishThroughDoubt(itemId: string, seconds = 120): Promise<string> {
  for (let look = 0; look < 20; look++) {
    const { status } = await rowOf(itemId)
    if (status !== 'approved') return status
    await letTimePass(itemId, seconds)
    await publishOnce(itemId)
  }
  throw new Error(`Row ${itemId} is still not final after 20 checks: ${JSON.stringify(await attemptsOf(itemId))}`)
}

/**
 * Simulates that time passes for a row and at its network: ends waits, and makes an unknown outcome and unlisted
 * posts of the network `seconds` older. Both are needed, or the settle time would end before the post is listed and
 * the row would be sent twice. 0 only ends the waits.
 */
export async function letTimePass(itemId: string, seconds: number): Promise<void> {
  const { channel, progress } = await rowOf(itemId)
  const { account } = progress as Progress
  if (account !== undefined && seconds > 0) await passTimeAt(channel as ChannelId, account, seconds)
  const aged = (path: string) => sql`to_jsonb((progress #>> ${path})::timestamptz - make_interval(secs => ${seconds}))`
  await sql`
    update queue_items set
      next_attempt_at = case when status = 'approved' then now() end, lease_until = null,
      progress = progress
        || case when progress ? 'sending' then jsonb_build_object('sending',
            progress -> 'sending' || jsonb_build_object('sent_at', ${aged('{sending,sent_at}')})) else '{}' end
        || case when progress ? 'earlier' then jsonb_build_object('earlier',
            progress -> 'earlier' || jsonb_build_object('sent_at', ${aged('{earlier,sent_at}')})) else '{}' end
    where id = ${itemId}`.execute(database())
}

/** Waits for open calls first, because they would end within that time. */
export async function passTimeAt(network: ChannelId, accountId: string, seconds: number): Promise<void> {
  const isQuiet = async () => {
    const { calls } = await control<{ calls: { account_id: string | null; duration_ms: number | null }[] }>(
      'GET',
      `/control/calls?network=${network}&limit=300`,
    )
    return calls.every(({ account_id, duration_ms }) => duration_ms !== null || (account_id ?? accountId) !== accountId)
  }
  await until(isQuiet, 'The end of all calls', 20)
  await control('POST', `/control/accounts/${network}/${encodeURIComponent(accountId)}/pass-time`, { seconds })
}
