import type { AnswerOf } from '@/lib/api/contract'
import { ensureUser } from '@/lib/auth/provision'
import { roles } from '@/lib/auth/roles'
import { scopes } from '@/lib/auth/scopes'
import { makeSessionCookie } from '@/lib/auth/sessions/cookie'
import { startSession } from '@/lib/auth/sessions/repository'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import type { getConsent, startConsent } from '@/lib/connections/consent/contract'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { mintToken } from '@/lib/tokens/mint'
import { deliveryStatuses } from '@/lib/webhooks/deliveries/contract'
import { encryptSecret, newSecret } from '@/lib/webhooks/signing/secret'
import { aMember, anInvitation } from '../api/members'
import { insertStory } from '../database/story-rows'
import { aCaller, type Caller } from '../faults/callers'
import { consentPath, insertOAuth, redirectUri } from '../oauth/rows'
import { connectAccounts, controlAt, makeAccount, type SandboxAccount } from '../sandbox/accounts'
import { decide } from '../sandbox/consent-page'
import { insertMedia, type MediaPools, someFiles } from './media'
import { insertPlanning, type PlanningPools } from './planning'
import { insertTeamwork, type TeamworkPools } from './teamwork'
import { insertUndoable, type UndoPools } from './undo'
import { insertUploads, type UploadPools } from './uploads'

/** `bound` is a token of the project in the request. */
export type Credential = 'bound' | 'account' | 'session' | 'none'

export type FuzzData = {
  url: string
  sandboxUrl: string
  mine: Caller
  theirs: Caller
  credentials: Record<Exclude<Credential, 'bound'>, Record<string, string>>
  /** One on each network. */
  accounts: SandboxAccount[]
  /** Pages of one Facebook login. */
  pages: SandboxAccount[]
}

/** Users, tokens and network accounts without quotas. */
export async function makeFuzzData(url: string, sandboxUrl: string): Promise<FuzzData> {
  const db = database()
  const [mine, theirs] = [await aCaller('mine'), await aCaller('theirs')]
  const account = await mintToken(db, { userId: mine.userId, projectId: null, name: 'account', scopes })
  const started = await startSession(db, { userId: mine.userId, userAgent: null, address: null })
  await controlAt(sandboxUrl, 'POST', '/control/settings', { enforce_quotas: false })
  const accounts = await Promise.all(channelIds.map((id) => makeAccount(sandboxUrl, id)))
  const pages = [...accounts.filter(({ network }) => network === 'facebook'), await makeAccount(sandboxUrl, 'facebook')]
  await connectAccounts(theirs, accounts)
  // A worker that seems active, so that the readiness check succeeds.
  await db
    .insertInto('workers')
    .values({ id: 'fuzz', last_looked_at: new Date(Date.now() + 86_400_000) })
    .execute()
  const session = { cookie: await makeSessionCookie(started, new Date()), origin: url }
  const credentials = { account: { authorization: `Bearer ${account.token}` }, session, none: {} }
  return { url, sandboxUrl, mine, theirs, credentials, accounts, pages }
}

/** Ids for requests. Each list has one that does not exist. */
export type Pools = Record<
  | 'story'
  | 'item'
  | 'waitingItem'
  | 'pinned'
  | 'storyWithFailedComment'
  | 'connection'
  | 'consent'
  | 'page'
  | 'project'
  | 'pinterestProject'
  | 'board'
  | 'site'
  | 'siteKey'
  | 'projectToDelete'
  | 'tokenToRevoke'
  | 'endpoint'
  | 'endpointToDelete'
  | 'delivery'
  | 'team'
  | 'person'
  | 'invitation'
  | 'link'
  | 'spareSession'
  | 'sparePassword'
  | 'oauthApp'
  | 'oauthGrant'
  | 'redirectUri'
  | 'csv'
  | 'consentRequest',
  string[]
> &
  MediaPools &
  PlanningPools &
  TeamworkPools &
  UndoPools &
  UploadPools & { pinterestToken: string; spareCookie: string; file: Buffer[] }

/** Resources in every state, of two users. Renewed for each batch, as requests use them up. */
export async function fillPools(setup: FuzzData): Promise<Pools> {
  const { mine, theirs, accounts, pages, sandboxUrl } = setup
  const db = database()
  await connectAccounts(mine, accounts)
  const { pinned, commented } = await insertStories(setup)
  const doomed = await Promise.all(['a', 'b'].map((name) => aProjectOf(mine.userId, name)))
  const { id: tokenToRevoke } = await mintToken(db, { userId: mine.userId, projectId: null, name: 'doomed', scopes })
  const consents = await Promise.all([
    aConsent(setup, 'choosing'),
    aConsent(setup, 'choosing'),
    aConsent(setup, 'started'),
    aConsent(setup, 'failed'),
    aConsent(setup, 'started', theirs),
  ])
  const idsOf = async (table: 'stories' | 'queue_items' | 'social_connections'): Promise<string[]> => {
    const newest = (projectId: string, limit: number) =>
      db.selectFrom(table).select('id').where('project_id', '=', projectId).orderBy('id', 'desc').limit(limit).execute()
    const rows = [...(await newest(mine.projectId, 24)), ...(await newest(theirs.projectId, 3))]
    return [...rows.map(({ id }) => id), newId()]
  }
  const site = accounts.find(({ network }) => network === 'ghost')?.credentials ?? {}
  const media = await insertMedia(mine, theirs, sandboxUrl)
  return {
    story: await idsOf('stories'),
    item: await idsOf('queue_items'),
    waitingItem: [...(await waitingItems(mine.projectId)), newId()],
    pinned: [...pinned, newId()],
    storyWithFailedComment: [...commented, newId()],
    connection: await idsOf('social_connections'),
    consent: [...consents, newId()],
    page: [...pages.map(({ account_id }) => account_id), 'unknown'],
    project: [mine.projectId, mine.projectId, theirs.projectId, newId()],
    ...(await aPinterestProject(setup)),
    site: [site.site_url ?? '', site.site_url ?? '', `${site.site_url}-that-is-not-there`],
    siteKey: [site.admin_api_key ?? '', site.admin_api_key ?? '', `${'a'.repeat(24)}:${'b'.repeat(64)}`],
    projectToDelete: [...doomed, theirs.projectId, newId()],
    tokenToRevoke: [tokenToRevoke, newId()],
    ...(await insertWebhooks(setup)),
    ...(await insertMembers(setup)),
    ...(await startSessions()),
    ...(await insertApps(setup)),
    ...media,
    ...(await insertUploads(mine, theirs, media.video[0] ?? '')),
    ...(await insertPlanning(mine, theirs)),
    ...(await insertTeamwork(mine, theirs)),
    ...(await insertUndoable(mine, theirs)),
    file: await someFiles(),
  }
}

/** The newest items on X that wait for approval. */
async function waitingItems(projectId: string): Promise<string[]> {
  const rows = await database()
    .selectFrom('queue_items')
    .select('id')
    .where('project_id', '=', projectId)
    .where('channel', '=', 'x')
    .where('status', '=', 'pending')
    .orderBy('id', 'desc')
    .limit(4)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Waiting, failed and published stories.
 *
 * @returns the posts that a user must pin or unpin, and their stories, whose first comments failed
 */
async function insertStories({ mine, theirs }: FuzzData): Promise<{ pinned: string[]; commented: string[] }> {
  const db = database()
  const words = { channels: ['x', 'threads'] as ChannelId[], caption: 'Fresh bread', dueIn: 86_400 }
  for (const { projectId } of [mine, mine, mine, mine, theirs]) {
    for (const status of ['approved', 'pending', 'draft'] as const) {
      const { storyId, itemIds } = await insertStory(db, { ...words, projectId, status })
      if (status !== 'approved') continue
      const failed = {
        status: 'failed' as const,
        skip_reason: 'stale-scheduled',
        skip_category: 'other' as const,
        next_attempt_at: null,
      }
      await db.updateTable('queue_items').set(failed).where('id', 'in', Object.values(itemIds)).execute()
      await db.updateTable('stories').set({ status: 'failed' }).where('id', '=', storyId).execute()
    }
  }
  const [pinned, commented]: [string[], string[]] = [[], []]
  for (const state of ['to_do', 'to_do', 'done', 'removed']) {
    const posted = { ...words, projectId: mine.projectId, status: 'posted', storyStatus: 'published' } as const
    const { storyId, itemIds } = await insertStory(db, { ...posted, channels: ['instagram'] })
    const { instagram: id = '' } = itemIds
    const data_snapshot = JSON.stringify({ pin: { state, until: null } })
    await db.updateTable('queue_items').set({ data_snapshot }).where('id', '=', id).execute()
    pinned.push(id)
    const post = { parent_id: 'm-1', post_url: 'https://instagram.example/p/1', account_id: 'a-1' }
    const comment = { queue_item_id: id, story_id: storyId, project_id: mine.projectId, channel: 'instagram' } as const
    await db
      .insertInto('first_comments')
      .values({ ...comment, ...post, body: 'First', status: 'failed' })
      .execute()
    commented.push(storyId)
  }
  return { pinned, commented }
}

/** An endpoint that refuses connections, with deliveries in every state, and one to delete. */
async function insertWebhooks({ mine, theirs }: FuzzData) {
  const db = database()
  const anEndpoint = async ({ userId, projectId }: Caller): Promise<string> => {
    const id = newId()
    const endpoint = { id, user_id: userId, project_id: projectId, url: 'https://127.0.0.1:9/', events: ['*'] }
    await db
      .insertInto('webhook_endpoints')
      .values({ ...endpoint, ...encryptSecret(id, newSecret()) })
      .execute()
    return id
  }
  const [own, doomed, other] = [await anEndpoint(mine), await anEndpoint(mine), await anEndpoint(theirs)]
  const delivery: string[] = []
  for (const status of deliveryStatuses) {
    const [id, event_id] = [newId(), newId()]
    const event = { event: 'connection.reconnected', project_id: mine.projectId }
    await db
      .insertInto('events')
      .values({ ...event, id: event_id, data: '{}' })
      .execute()
    await db
      .insertInto('webhook_deliveries')
      .values({ id, event_id, endpoint_id: own, event: event.event, status })
      .execute()
    delivery.push(id)
  }
  return {
    endpoint: [own, own, own, own, other, newId()],
    endpointToDelete: [doomed, other, newId()],
    delivery: [...delivery, newId()],
  }
}

/** A project with members of every role and invitations in every state. */
async function insertMembers({ mine, theirs }: FuzzData) {
  const team = await aProjectOf(mine.userId, 'team')
  // Members cannot accept an invitation to their own project.
  const [other, another] = [await aProjectOf(theirs.userId, 'other'), await aProjectOf(theirs.userId, 'another')]
  const people = await Promise.all(roles.map((role) => aMember(team, role)))
  const invitations = await Promise.all([
    anInvitation({ projectId: team, userId: mine.userId }),
    anInvitation({ projectId: team, userId: mine.userId }, { email: 'mine@example.com' }),
    anInvitation({ projectId: other, userId: theirs.userId }, { email: 'mine@example.com' }),
    anInvitation({ projectId: another, userId: theirs.userId }, { email: 'mine@example.com' }),
    anInvitation({ projectId: team, userId: mine.userId }, { isExpired: true }),
    anInvitation(theirs),
  ])
  return {
    team: [team, team, team, theirs.projectId, newId()],
    person: [mine.userId, ...people.map(({ userId }) => userId), theirs.userId, newId()],
    invitation: [...invitations.map(({ id }) => id), newId()],
    link: [...invitations.map(({ token }) => token), 'no-such-link'],
  }
}

/** Apps with a grant to each. Enough that some are left after the requests that delete them. */
async function insertApps({ mine, theirs }: FuzzData) {
  const made = await Promise.all([mine, mine, mine, mine, mine, theirs].map((owner) => insertOAuth(owner)))
  return {
    oauthApp: [...made.map(({ oauthApp }) => oauthApp), newId()],
    oauthGrant: [...made.map(({ oauthGrant }) => oauthGrant), newId()],
    csv: ['text,channels\nFresh bread,x\n', 'Text;Image URL;Posting Time\nBread;nowhere;03/04/2030\n', 'Text\n"open'],
    redirectUri: [redirectUri, 'http://localhost/back', 'com.example.bread:/back'],
    consentRequest: made.map(({ oauthApp }) => consentPath(oauthApp).replace(/^.*\?/, '')),
  }
}

/** A user for requests that end sessions or change the password. Other requests need theirs. */
async function startSessions() {
  const db = database()
  const password = 'unique password'
  const userId = await ensureUser(db, { email: `${newId()}@example.com`, password })
  const start = () => startSession(db, { userId, userAgent: null, address: null })
  const sessions = await Promise.all([start(), start(), start(), start()])
  return {
    spareSession: [...sessions.map(({ id }) => id), newId()],
    sparePassword: [password],
    spareCookie: await makeSessionCookie(await start(), new Date()),
  }
}

async function aProjectOf(userId: string, name: string): Promise<string> {
  const db = database()
  const id = newId()
  await db.insertInto('projects').values({ id, name, slug: name }).execute()
  await db.insertInto('project_members').values({ project_id: id, user_id: userId, role: 'owner' }).execute()
  return id
}

/**
 * A project with a Pinterest account that other requests do not change: an invalid token would remove the boards. A new
 * account each time, as requests add boards.
 */
async function aPinterestProject({ mine, theirs, sandboxUrl }: FuzzData) {
  const projectId = await aProjectOf(mine.userId, 'pinterestProject')
  const account = await makeAccount(sandboxUrl, 'pinterest')
  await connectAccounts({ userId: mine.userId, projectId }, [account])
  const named = { userId: mine.userId, projectId, name: 'pinterestProject', scopes }
  const { token: pinterestToken } = await mintToken(database(), named)
  const boards = (account.boards ?? []).map(({ id }) => id)
  const unconnected = await aProjectOf(mine.userId, 'unconnected')
  const pinterestProject = [projectId, projectId, projectId, projectId, unconnected, theirs.projectId, newId()]
  return { pinterestProject, pinterestToken, board: [...boards, ...boards, '549755800000000000'] }
}

/** A consent in this state, reached as a user reaches it. */
async function aConsent(
  { url, mine, pages, credentials }: FuzzData,
  until: 'started' | 'choosing' | 'failed',
  whose = mine,
): Promise<string> {
  const who = whose === mine ? credentials.session : { authorization: `Bearer ${whose.token}` }
  const ask = async (method: string, path: string, body?: object): Promise<unknown> => {
    const headers = { ...who, 'content-type': 'application/json' }
    const response = await fetch(new URL(path, url), { method, headers, body: body && JSON.stringify(body) })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
  const path = '/api/v1/social-connections/consents'
  const begin = { channel: 'facebook', project_id: whose.projectId }
  const { consent, url: page } = (await ask('POST', path, begin)) as AnswerOf<typeof startConsent>
  if (until === 'started') return consent.id
  const shared = pages.map(({ account_id }) => account_id)
  const back = await decide(page, until === 'failed' ? { refuses: true } : { shared })
  await fetch(back, { headers: who, redirect: 'manual' }).then((response) => response.arrayBuffer())
  const { consent: now } = (await ask('GET', `${path}/${consent.id}`)) as AnswerOf<typeof getConsent>
  if (now.status !== until) throw new Error(`The consent is ${now.status}: ${JSON.stringify(now.failure)}`)
  return consent.id
}
