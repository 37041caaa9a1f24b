import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { type DemoApi, send } from './demo-api'

type Network = 'instagram' | 'facebook'
type Accounts = Record<Network, string>

const hour = 3_600
const waitMs = 30_000
const fields = {
  instagram: ['comments', 'messages', 'message_reactions'],
  facebook: ['feed', 'messages', 'message_echoes', 'message_reactions'],
}

const comments: { network: Network; person: string; text: string }[] = [
  { network: 'instagram', person: 'leo.brews', text: 'Is the decaf also available as whole beans?' },
  { network: 'instagram', person: 'mira_kh', text: 'Best cold brew in town ☕️ See you on Saturday!' },
  { network: 'facebook', person: 'Sofia Lindqvist', text: 'Will there be another cupping night this month?' },
]
const messages: { network: Network; person: string; text: string; hoursAgo: number }[] = [
  { network: 'facebook', person: 'Anna Weiss', text: 'Do you cater for offices? We are 25 people.', hoursAgo: 9 * 24 },
  {
    network: 'facebook',
    person: 'Peter Okafor',
    text: 'My order 4021 has not arrived yet. Can you check?',
    hoursAgo: 30,
  },
  {
    network: 'instagram',
    person: 'jonas.w',
    text: 'Hi! Do you have a table for six on Saturday at 10?',
    hoursAgo: 2,
  },
  {
    network: 'instagram',
    person: 'jonas.w',
    text: 'One of us uses a wheelchair. Is the entrance step-free?',
    hoursAgo: 1.9,
  },
  { network: 'instagram', person: 'clara.reads', text: 'Which grinder do you recommend for a beginner?', hoursAgo: 5 },
]

/** Tells the sandbox where to deliver comments and messages. The port can differ between starts. */
export async function deliverInbox(sandboxUrl: string, baseUrl: string): Promise<void> {
  await control(sandboxUrl, 'POST', 'webhook', { url: baseUrl })
}

/** Visitors of the sandbox comment on two posts and write messages. Some of them are answered or put aside. */
export async function seedInbox(db: Database, api: DemoApi, accounts: Accounts): Promise<void> {
  const { items } = await control<{ items: unknown[] }>(
    api.sandboxUrl,
    'GET',
    `items?network=instagram&account_id=${accounts.instagram}`,
  )
  if (items.length > 0) return
  const posts: Partial<Record<Network, string>> = {}
  for (const network of ['instagram', 'facebook'] as const) {
    const place = { network, account_id: accounts[network] }
    await control(api.sandboxUrl, 'POST', 'subscriptions', { ...place, fields: fields[network] })
    posts[network] = await publishPast(db, api, place)
  }
  for (const { network, person, text, hoursAgo } of messages) {
    const place = { network, account_id: accounts[network] }
    await control(api.sandboxUrl, 'POST', 'messages', { ...place, person, text, ago_seconds: hoursAgo * hour })
  }
  for (const { network, person, text } of comments) {
    const place = { network, account_id: accounts[network], post_id: posts[network] }
    await control(api.sandboxUrl, 'POST', 'comments', { ...place, person, text })
  }
  await work(api)
  // Webhooks of messages have no names. The job that reads conversations adds them.
  await sql`update inbox_accounts set next_check_at = now() where connection_id in (
    select id from social_connections where project_id = ${api.projectId})`.execute(db)
}

/** Gives the newest past story on this network a post in the sandbox. @returns its id there */
async function publishPast(
  db: Database,
  { sandboxUrl, projectId }: DemoApi,
  place: { network: Network; account_id: string },
): Promise<string> {
  const { id } = await control<{ id: string }>(sandboxUrl, 'POST', 'posts', place)
  const post = await db
    .selectFrom('queue_items')
    .innerJoin('social_connections', 'social_connections.channel', 'queue_items.channel')
    .select(['queue_items.id', 'social_connections.id as connection_id'])
    .where('queue_items.project_id', '=', projectId)
    .where('social_connections.project_id', '=', projectId)
    .where('queue_items.channel', '=', place.network)
    .where('queue_items.status', '=', 'posted')
    .where('external_id', 'is', null)
    .orderBy('published_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (post) {
    const published_url = `${sandboxUrl}/feed/${place.network}/${id}`
    const { connection_id } = post
    await db
      .updateTable('queue_items')
      .set({ connection_id, external_id: id, published_url })
      .where('id', '=', post.id)
      .execute()
  }
  return id
}

/** As a team would have done since this morning. */
async function work(api: DemoApi): Promise<void> {
  const found = await untilReceived(api)
  const change = async (text: string, changes: object): Promise<void> => {
    const id = found.get(text)
    if (id) await send(api, 'PATCH', `/api/inbox/conversations/${id}`, changes, text)
  }
  const soon = new Date(Date.now() + 26 * hour * 1_000).toISOString()
  await change('My order 4021', { tags: ['order', 'urgent'] })
  await change('Do you cater', { tags: ['catering'], read: true })
  await change('Which grinder', { status: 'snoozed', snoozed_until: soon, tags: ['advice'] })
  const thanks = found.get('Best cold brew')
  if (!thanks) return
  const body = 'Thank you, Mira! We keep the window seat free for you.'
  await send(api, 'POST', `/api/inbox/conversations/${thanks}/reply`, { body }, 'inbox-reply')
  await change('Best cold brew', { status: 'resolved', read: true })
}

/** Ids by the beginning of the newest message. The job that reads deliveries runs every two seconds. */
async function untilReceived(api: DemoApi): Promise<Map<string, string>> {
  const starts = ['My order 4021', 'Do you cater', 'Which grinder', 'Best cold brew']
  const deadline = performance.now() + waitMs
  for (;;) {
    const response = await fetch(`${api.baseUrl}/api/inbox/conversations?project_id=${api.projectId}&limit=100`, {
      headers: { authorization: `Bearer ${api.token}` },
    })
    const { conversations = [] } = (await response.json()) as {
      conversations?: { id: string; last_message_preview: string }[]
    }
    const found = starts.flatMap((start): [string, string][] => {
      const one = conversations.find(({ last_message_preview }) => last_message_preview.startsWith(start))
      return one ? [[start, one.id]] : []
    })
    if (found.length === starts.length || performance.now() > deadline) return new Map(found)
    await sleep(500)
  }
}

async function control<T>(sandboxUrl: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T> {
  const response = await fetch(`${sandboxUrl}/control/inbox/${path}`, {
    method,
    ...(body ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) } : {}),
  })
  if (!response.ok) throw new Error(`The sandbox refused ${path}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}
