import { createHash, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { facebookComment, instagramComment, messaging, newNumber, type Platform } from './delivery-forms'

export type StormAccount = { projectId: string; platform: Platform; accountId: string }
export type StormDelivery = { platform: Platform; body: string }
/** Texts by project and thread, in the order they were written. */
type Threads = Map<string, string[]>
export type Storm = { deliveries: StormDelivery[]; threads: Threads; messageCount: number }

const threadsPerAccount = 10
const duplicateShare = 0.2
const lateShare = 0.05
/** A late delivery arrives after up to so many others. */
const lateBy = 400
const hourMs = 3_600_000

type Message = { account: StormAccount; thread: string; isComment: boolean; place: number; at: number }

/**
 * Deliveries of comments and direct messages: one in five is a repeated one, with the same bytes or with the same
 * message in other bytes, and one in twenty arrives late. The first account gets half of them.
 */
export function makeStorm(accounts: readonly StormAccount[], count: number): Storm {
  const messageCount = Math.round(count * (1 - duplicateShare))
  const threads: Threads = new Map()
  const ids = new Map<string, string>()
  // Comments have whole seconds, so each message has its own.
  const startMs = Math.floor((Date.now() - hourMs) / 1_000 - messageCount) * 1_000
  const placed: { place: number; delivery: StormDelivery }[] = []
  for (let index = 0; index < messageCount; index++) {
    const account = accounts[index % 2 === 0 ? 0 : index % accounts.length]
    if (!account) throw new Error('A storm needs an account.')
    const number = randomInt(threadsPerAccount)
    const thread = ids.get(`${account.accountId} ${number}`) ?? newNumber()
    ids.set(`${account.accountId} ${number}`, thread)
    const own = threads.get(`${account.projectId} ${thread}`) ?? []
    threads.set(`${account.projectId} ${thread}`, own)
    const message = {
      account,
      thread,
      isComment: number % 2 === 0,
      place: own.length,
      at: startMs + index * 1_000,
    }
    own.push(textOf(message))
    const delivery = { platform: account.platform, body: JSON.stringify(formOf(message)) }
    const place = Math.random() < lateShare ? index + randomInt(1, lateBy) : index
    placed.push({ place, delivery })
    if (index % 4 !== 0) continue
    // Three quarters of the messages and a fourth of them again: a fifth of all deliveries is repeated.
    const body = index % 8 === 0 ? delivery.body : delivery.body.replace(/^\{/, '{"again":true,')
    placed.push({ place: place + randomInt(1, lateBy), delivery: { ...delivery, body } })
  }
  const deliveries = placed.sort((one, other) => one.place - other.place).map(({ delivery }) => delivery)
  return { deliveries, threads, messageCount }
}

const textOf = ({ place }: Message): string => `Message ${place}`

/** Each second thread is a comment with replies. The others are direct messages. */
function formOf(message: Message): object {
  const { account, thread, isComment, place, at } = message
  const { platform, accountId } = account
  const text = textOf(message)
  if (!isComment)
    return messaging({ account: accountId, from: thread, platform, at }, { message: { mid: idOf(message), text } })
  const reply = place === 0 ? { id: thread } : { id: idOf(message), parent: thread }
  const comment = { account: accountId, from: `8${thread}`, text, ...reply }
  const time = at / 1_000
  if (platform === 'facebook') return facebookComment(comment, 'add', time)
  const form = instagramComment(comment)
  return { ...form, entry: form.entry.map((entry) => ({ ...entry, time })) }
}

const idOf = ({ thread, place }: Message): string =>
  createHash('sha256').update(`${thread} ${place}`).digest('hex').slice(0, 20)

export type StormResult = {
  stored: number
  missing: number
  /** Stored twice, or unknown. */
  surplus: number
  threadsOutOfOrder: number
  /** Conversations whose last message or unread count differs from their messages. */
  wrongSummaries: number
  /** Webhook events, one per message. */
  events: number
}

/** Compares what is stored with what was sent. */
export async function checkStorm(db: Database, { threads }: Storm): Promise<StormResult> {
  type Row = { key: string; texts: string[]; preview: string; unread: number }
  const { rows } = await sql<Row>`
    select c.project_id || ' ' || c.thread_id as key, c.last_message_preview as preview, c.unread_count as unread,
      array_agg(m.body order by m.sent_at, m.id) as texts
    from inbox_conversations c join inbox_messages m on m.conversation_id = c.id group by c.id`.execute(db)
  const { rows: events } = await sql`select 1 from events where event = 'inbox.message_received'`.execute(db)
  const result = { stored: 0, missing: 0, surplus: 0, threadsOutOfOrder: 0, wrongSummaries: 0, events: events.length }
  const stored = new Map(rows.map((row) => [row.key, row]))
  for (const [key, expected] of threads) {
    const { texts, preview, unread } = stored.get(key) ?? { texts: [], preview: '', unread: 0 }
    stored.delete(key)
    const known = new Set(texts)
    result.stored += texts.length
    result.missing += expected.filter((text) => !known.has(text)).length
    result.surplus += texts.length - known.size
    if (texts.join() !== expected.join()) result.threadsOutOfOrder += 1
    if (preview !== expected.at(-1) || unread !== expected.length) result.wrongSummaries += 1
  }
  for (const { texts } of stored.values()) result.surplus += texts.length
  return result
}
