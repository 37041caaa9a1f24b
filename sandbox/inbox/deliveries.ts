import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { deadlineIn } from '@/lib/deadline'
import { apps } from '../oauth/apps'
import type { Announced, InboxNetwork } from '../state/inbox-store'
import type { Sandbox } from '../state/sandbox'
import type { Entry } from './wire'

/** How deliveries are sent. */
export const DeliveryMode = z.strictObject({
  /** Keeps deliveries until it is turned off, as after an outage. */
  hold: z.boolean().optional(),
  /** Sends held deliveries in random order. */
  shuffle: z.boolean().optional(),
  /** Share of deliveries that are sent twice. */
  duplicates: z.number().min(0).max(1).optional(),
  /** Share of deliveries that are first sent with a wrong signature. */
  bad_signatures: z.number().min(0).max(1).optional(),
  /** Max changes in one delivery. Held deliveries are combined. */
  batch: z.number().int().min(1).max(1_000).optional(),
})
type Mode = Required<z.output<typeof DeliveryMode>>

type Delivery = { network: InboxNetwork; entries: Entry[] }
type Attempt = { network: InboxNetwork; at: string; status: number | null; answer: string; changes: number }

/** Delays after failed attempts. Meta repeats at once, then less often for 36 hours. */
const retryDelaysMs = [0, 1_000, 5_000, 15_000, 60_000, 300_000, 900_000]
const timeoutMs = 10_000
const attemptsKept = 1_000
/** Deliveries sent at once. */
const concurrency = 20

const objects = { instagram: 'instagram', facebook: 'page' }

/** Signs and sends webhook deliveries to the product. What waits is lost when the sandbox stops. */
export class InboxDeliveries {
  readonly attempts: Attempt[] = []
  #mode: Mode = { hold: false, shuffle: false, duplicates: 0, bad_signatures: 0, batch: 1 }
  #held: Delivery[] = []
  #queue: (() => Promise<void>)[] = []
  #running = 0

  constructor(private readonly sandbox: Sandbox) {}

  get mode(): Mode {
    return this.#mode
  }

  get waiting(): number {
    return this.#held.length + this.#queue.length + this.#running
  }

  setMode(change: z.output<typeof DeliveryMode>): void {
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))
    this.#mode = { ...this.#mode, ...given }
    if (this.#mode.hold) return
    const held = this.#mode.shuffle ? shuffled(this.#held) : this.#held
    this.#held = []
    for (const network of ['instagram', 'facebook'] as const) {
      const entries = held.filter((one) => one.network === network).flatMap((one) => one.entries)
      for (let at = 0; at < entries.length; at += this.#mode.batch)
        this.#send({ network, entries: entries.slice(at, at + this.#mode.batch) })
    }
  }

  /** Sends a change to the product, if the account has subscribed to it. */
  announce({ network, accountId, field, entry }: Announced): void {
    const { inbox } = this.sandbox
    if (inbox.url === null || !inbox.subscription(network, accountId).includes(field)) return
    if (this.#mode.hold) this.#held.push({ network, entries: [entry] })
    else this.#send({ network, entries: [entry] })
  }

  #send(delivery: Delivery): void {
    const copies = Math.random() < this.#mode.duplicates ? 2 : 1
    for (let copy = 0; copy < copies; copy++) this.#queue.push(() => this.#deliver(delivery, 0))
    this.#work()
  }

  #work(): void {
    while (this.#running < concurrency) {
      const next = this.#queue.shift()
      if (!next) return
      this.#running += 1
      void next().finally(() => {
        this.#running -= 1
        this.#work()
      })
    }
  }

  async #deliver(delivery: Delivery, attempt: number): Promise<void> {
    const { network, entries } = delivery
    const body = asMetaWrites({ object: objects[network], entry: entries })
    const isBad = attempt === 0 && Math.random() < this.#mode.bad_signatures
    const secret = isBad ? 'another secret' : apps[network].secret
    const { status, answer } = await post(`${this.sandbox.inbox.url}/api/webhooks/${network}-inbox`, body, secret)
    this.attempts.push({ network, at: this.sandbox.clock().toISOString(), status, answer, changes: entries.length })
    if (this.attempts.length > attemptsKept) this.attempts.shift()
    if (status !== null && status >= 200 && status <= 299) return
    const delayMs = retryDelaysMs[attempt]
    if (delayMs === undefined) return
    const again = () => {
      this.#queue.push(() => this.#deliver(delivery, attempt + 1))
      this.#work()
    }
    setTimeout(again, delayMs).unref()
  }
}

/** PHP's form, which Meta signs: text outside ASCII and slashes are escaped. */
const asMetaWrites = (body: object): string =>
  JSON.stringify(body)
    .replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replaceAll('/', '\\/')

async function post(url: string, body: string, secret: string): Promise<{ status: number | null; answer: string }> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
      signal: deadlineIn(timeoutMs),
    })
    return { status: response.status, answer: (await response.text()).slice(0, 500) }
  } catch (error) {
    return { status: null, answer: error instanceof Error ? error.message : String(error) }
  }
}

function shuffled<T>(items: readonly T[]): T[] {
  const result = [...items]
  for (let i = result.length - 1; i > 0; i--) {
    const other = Math.floor(Math.random() * (i + 1))
    const [one, two] = [result[i], result[other]]
    if (one !== undefined && two !== undefined) [result[i], result[other]] = [two, one]
  }
  return result
}
