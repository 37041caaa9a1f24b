import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import type { ChannelId } from '@/lib/channels/ids'
import { closeDatabase, database } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'
import { catalogue } from '@/lib/events/catalogue'
import type { EventName } from '@/lib/events/names'
import { claimOne } from '@/lib/publishing/claim'
import type { Progress } from '@/lib/publishing/progress'
import { publishItem } from '@/lib/publishing/publish-item'
import { connectAccounts } from './accounts'
import { aProject, aSandboxAccount, control, type SandboxAccount, type TestProject } from './api'
import { sandboxUrl } from './own-sandbox'
import { type Served, startDatabase } from './product'
import { insertStory, type RowRequest } from './rows'

const never = new AbortController().signal

/** A post as the network's own ledger has it. */
export type LedgerPost = {
  network: ChannelId
  account_id: string
  id: string
  parent_id: string | null
  title: string | null
  text: string
  link: string | null
  permalink: string
  created_at: string
  media: { url: string; alt_text: string | null; source_url: string | null }[]
}

export async function postsOf({ network, account_id }: SandboxAccount): Promise<LedgerPost[]> {
  const query = new URLSearchParams({ network, account_id })
  return (await control<{ posts: LedgerPost[] }>('GET', `/control/posts?${query}`)).posts
}

/** How often an account was called for this, whatever came of it. */
export async function callsOf({ network, account_id }: SandboxAccount, name: string): Promise<number> {
  const { calls } = await control<{ calls: { account_id: string; call: string }[] }>(
    'GET',
    `/control/calls?network=${network}&limit=2000`,
  )
  return calls.filter((call) => call.account_id === account_id && call.call === name).length
}

/** Has a fault meet the calls of this one account, or without one, all of the network's. */
export async function strike(
  { network, account_id }: { network: ChannelId; account_id?: string | undefined },
  fault: { fault: string; call?: string; times?: number; skip?: number; [member: string]: unknown },
): Promise<void> {
  await control('POST', '/control/faults', { network, account_id, ...fault })
}

export const picture = (name = 'dawn'): string => `${sandboxUrl()}/samples/${name}.jpg`

const needsPicture = (channel: ChannelId): boolean => channel === 'instagram' || channel === 'pinterest'

let texts = 0
/** Words that no other test says, whatever runs beside it. */
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

/** A project whose accounts are connected without the API, which knows only the database that all files share. */
async function aProjectHere(): Promise<TestProject> {
  const project = await aProject()
  const connect = async (...channels: ChannelId[]) => {
    const accounts = await Promise.all(channels.map(aSandboxAccount))
    await connectAccounts(project, accounts)
    return accounts
  }
  return { ...project, connect }
}

/** A project of somebody else, with the same accounts at the networks. */
export async function aProjectSharing(accounts: SandboxAccount[]): Promise<TestProject> {
  const project = await aProjectHere()
  await connectAccounts(project, accounts)
  return project
}

/** For files that claim or sweep whatever is there: in the shared database that would be other files' rows. */
export function onOwnDatabase(): void {
  let own: Served
  beforeAll(async () => {
    own = await startDatabase()
    await closeDatabase()
    setEnv({ DATABASE_URL: own.url })
  })
  afterAll(async () => {
    await closeDatabase()
    await own.stop()
  })
}

/** A project with fresh accounts, and a story of its own that is due on them now. */
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
    slides: channels.some(needsPicture) ? [{ media_url: picture() }] : [],
    overrides: boardId ? { pinterest: { board_id: boardId } } : {},
    ...request,
  })
  const [account] = accounts
  const itemId = made.itemIds[channels[0] ?? '']
  if (!account || !itemId) throw new Error('A due story needs a channel.')
  return { project, accounts, account, caption, itemId, ...made }
}

/** Sets variables of the environment for the rest of the file. */
export function setEnv(changes: Record<string, string>): void {
  Object.assign(process.env, changes)
  reloadEnv()
}

export const progressOf = async (id: string): Promise<Progress> => (await rowOf(id)).progress as Progress

/** Seconds until a worker may look at the row again, by the database's clock. */
export async function secondsToWait(itemId: string): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::float8 as seconds from queue_items where id = ${itemId}`.execute(
    database(),
  )
  return rows[0]?.seconds ?? Number.NaN
}

/** Moves a row's time, and its story's with it, into the past. */
export async function makeOlder(storyId: string, seconds: number): Promise<void> {
  await sql`update stories set scheduled_at = scheduled_at - make_interval(secs => ${seconds}) where id = ${storyId}`.execute(
    database(),
  )
  await sql`
    update queue_items set scheduled_at = scheduled_at - make_interval(secs => ${seconds})
    where story_id = ${storyId}`.execute(database())
}

/** The attempt ledger of a row: outcomes and codes, in order. */
export async function attemptsOf(itemId: string) {
  return database()
    .selectFrom('publish_attempts')
    .select(['number', 'step', 'outcome', 'code', 'category'])
    .where('queue_item_id', '=', itemId)
    .orderBy('number')
    .execute()
}

/** A project's events with their payloads, in the order in which they happened. Each is what the catalogue says of it. */
export async function payloadsOf(projectId: string): Promise<{ event: string; data: EventData }[]> {
  const rows = await database()
    .selectFrom('events')
    .select(['event', 'data'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  for (const { event, data } of rows) {
    const { error } = catalogue[event as EventName].payload.safeParse(data)
    if (error) throw new Error(`The payload of ${event} is not what the catalogue says: ${error.message}`)
  }
  return rows.map(({ event, data }) => ({ event, data: data as EventData }))
}

export type EventData = { project_id: string; story: Record<string, unknown>; [member: string]: unknown }

export const rowOf = (id: string) =>
  database().selectFrom('queue_items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const storyOf = (id: string) =>
  database().selectFrom('stories').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** Names of a project's events, in the order in which they happened. */
export async function eventsOf(projectId: string): Promise<string[]> {
  const rows = await database()
    .selectFrom('events')
    .select('event')
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  return rows.map(({ event }) => event)
}

/** What one look of a worker at this row does; null when it was not due. */
export async function publishOnce(itemId: string) {
  const claim = await claimOne(database(), itemId, { worker: 'test', leaseSeconds: 30 })
  return claim ? publishItem(database(), claim, never) : null
}

/** Looks at a story's rows as a worker would until none waits any more. */
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

/** The attempt ledger of a story, for the message of a test that failed. */
async function ledgerOf(storyId: string): Promise<string> {
  const rows = await database()
    .selectFrom('publish_attempts')
    .select(['channel', 'number', 'step', 'outcome', 'code', 'message', 'provider_answer'])
    .where('story_id', '=', storyId)
    .where('outcome', '<>', 'posted')
    .execute()
  return JSON.stringify(rows, null, 1)
}

/** Looks at a row, each time after so long, until it is decided. */
export async function publishThroughDoubt(itemId: string, seconds = 120): Promise<string> {
  for (let look = 0; look < 20; look++) {
    const { status } = await rowOf(itemId)
    if (status !== 'approved') return status
    await letTimePass(itemId, seconds)
    await publishOnce(itemId)
  }
  throw new Error(`Row ${itemId} is still undecided after 20 looks: ${JSON.stringify(await attemptsOf(itemId))}`)
}

/**
 * Lets time pass for a row, at its network as well: everything that it waits for is over, its doubt is older by
 * `seconds`, and so is what its network does not list yet. Skipped on one side alone, the settle time would be over
 * before a post can be seen, and the row would be sent twice by the test's own doing. With 0 the row is only woken.
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

/** The calls that are still under way end first: the time that passes is longer than any of them takes. */
async function passTimeAt(network: ChannelId, accountId: string, seconds: number): Promise<void> {
  const isQuiet = async () => {
    const { calls } = await control<{ calls: { account_id: string | null; duration_ms: number | null }[] }>(
      'GET',
      `/control/calls?network=${network}&limit=2000`,
    )
    return calls.every(({ account_id, duration_ms }) => duration_ms !== null || (account_id ?? accountId) !== accountId)
  }
  await expect.poll(isQuiet, { timeout: 20_000 }).toBe(true)
  await control('POST', `/control/accounts/${network}/${encodeURIComponent(accountId)}/pass-time`, { seconds })
}
