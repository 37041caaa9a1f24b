import { sql } from 'kysely'
import { inject } from 'vitest'
import { database } from '@/lib/db/pool'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'
import { receiveFrom } from '@/lib/inbox/receive/service'
import { eventually } from '../faults/eventually'
import { type Platform, signatureOf } from './delivery-forms'

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
