import { createHmac, randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { database } from '@/lib/db/pool'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'
import { receiveFrom } from '@/lib/inbox/receive/service'
import { apps } from '@/sandbox/oauth/apps'
import { eventually } from '../faults/eventually'

type Platform = 'instagram' | 'facebook'

/** A number as the networks use for ids. */
export const newNumber = (): string => `17${randomInt(1e12, 1e13)}`

export const signatureOf = (body: string | Buffer, platform: Platform): string =>
  `sha256=${createHmac('sha256', apps[platform].secret).update(body).digest('hex')}`

/** Posts a delivery to the product, signed unless a signature is given. */
export async function deliver(
  platform: Platform,
  body: unknown,
  { signature, path = `/api/webhooks/${platform}-inbox` }: { signature?: string | null; path?: string } = {},
): Promise<{ status: number; body: { status?: string; error?: { code: string; message: string } } }> {
  const bytes = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const given = signature === undefined ? signatureOf(bytes, platform) : signature
  const response = await fetch(new URL(path, inject('productUrl')), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(given === null ? {} : { 'x-hub-signature-256': given }) },
    body: new Uint8Array(Buffer.from(bytes)),
  })
  const text = await response.text()
  return { status: response.status, body: text ? JSON.parse(text) : {} }
}

/** Processes what was received so far. Other files of the run may have claimed some of it. */
export async function processReceived(): Promise<void> {
  const { rows } = await sql<{ last: string | null }>`select max(id::text) as last from inbox_deliveries`.execute(
    database(),
  )
  await processDeliveries(database())
  const isDone = async (): Promise<boolean> => {
    const { rows: waiting } = await sql`select 1 from inbox_deliveries
      where processed_at is null and failed_at is null and id::text <= ${rows[0]?.last}`.execute(database())
    return waiting.length === 0
  }
  await eventually(isDone, 'deliveries are processed', 20)
}

/** Receives a delivery in this process's database. */
export async function receive(platform: Platform, body: object): Promise<void> {
  const bytes = Buffer.from(JSON.stringify(body))
  const headers = new Headers({ 'x-hub-signature-256': signatureOf(bytes, platform) })
  const context = { db: database(), principal: null as never, now: new Date() }
  await receiveFrom(platform)(context, { raw: { bytes, headers } })
}

/** Receives deliveries in this process's database and processes each before the next. */
export async function receiveAndProcess(platform: Platform, ...bodies: object[]): Promise<void> {
  for (const body of bodies) {
    await receive(platform, body)
    await processDeliveries(database())
  }
}

const seconds = (): number => Math.floor(Date.now() / 1_000)

type Comment = { account: string; id?: string; parent?: string; post?: string; text?: string; from?: string }

/** Deliveries in Meta's forms. */
export const instagramComment = ({
  account,
  id = newNumber(),
  parent,
  post = '90',
  text = 'Nice',
  from = '7',
}: Comment) => ({
  object: 'instagram',
  entry: [
    {
      id: account,
      time: seconds(),
      changes: [
        {
          field: 'comments',
          value: {
            ...{ id, from: { id: from, username: `user${from}` }, text },
            ...(parent ? { parent_id: parent } : {}),
            media: { id: post, media_product_type: 'FEED' },
          },
        },
      ],
    },
  ],
})

export const facebookComment = (
  { account, id = `5_${newNumber()}`, parent, post = `${account}_5`, text = 'Nice', from = '7' }: Comment,
  verb = 'add',
  time = seconds(),
) => ({
  object: 'page',
  entry: [
    {
      ...{ id: account, time },
      changes: [
        {
          field: 'feed',
          value: {
            ...{ item: 'comment', verb, comment_id: id, post_id: post, parent_id: parent ?? post },
            ...{ from: { id: from, name: `User ${from}` }, message: text, created_time: time },
            post: { id: post, permalink_url: 'https://www.facebook.com/p/5', is_published: true },
          },
        },
      ],
    },
  ],
})

type Messaging = { account: string; from?: string; platform?: Platform; at?: number; toAccount?: boolean }

/** An event of direct messages, such as `{message: {mid, text}}`. */
export const messaging = (
  { account, from = '7', platform = 'instagram', at = Date.now(), toAccount = true }: Messaging,
  event: object,
) => ({
  object: platform === 'instagram' ? 'instagram' : 'page',
  entry: [
    {
      ...{ id: account, time: at },
      messaging: [
        {
          ...(toAccount
            ? { sender: { id: from }, recipient: { id: account } }
            : { sender: { id: account }, recipient: { id: from } }),
          ...{ timestamp: at, ...event },
        },
      ],
    },
  ],
})
