import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { log } from '@/lib/logger'
import { type Claimed, claimDeliveries, findDueTargets, type Target } from './claim'
import { deliver } from './deliver'
import { fanOut } from './fan-out'
import { Shares } from './shares'

/** How often is looked while nothing is to be done. */
const idleMs = 200
/** After a call has ended, new ones are claimed together this much later, and not one by one. */
const regroupMs = 5
/** While the database is away the looks become rarer, up to this. */
const awayMaxMs = 2_000

export type Deliveries = { stop(graceMs: number): Promise<void> }

/**
 * The loop that makes deliveries of events and sends them until it is stopped. Any number may run at once; who dies
 * leaves its deliveries to the others after their lease.
 */
export function startDeliveries(db: Database): Deliveries {
  const round = new Round(db)
  const stopping = new AbortController()
  const loop = async (): Promise<void> => {
    let awayMs = idleMs
    while (!stopping.signal.aborted) {
      try {
        const found = await round.look()
        awayMs = idleMs
        await round.pause(found > 0 ? regroupMs : idleMs, stopping.signal)
      } catch (error) {
        log.warn('webhooks.look_failed', { cause: error })
        await sleep(awayMs, undefined, { signal: stopping.signal }).catch(() => {})
        awayMs = Math.min(awayMaxMs, awayMs * 2)
      }
    }
  }
  const ended = loop()
  return {
    async stop(graceMs) {
      stopping.abort()
      await ended
      await round.stop(graceMs)
    },
  }
}

/**
 * The same for a scheduler that calls from time to time: works until nothing is due, or for so long.
 *
 * @returns how many deliveries were taken up
 */
export async function deliverDue(db: Database, { forMs }: { forMs: number }): Promise<number> {
  const round = new Round(db)
  const deadlineMs = performance.now() + forMs
  const never = new AbortController().signal
  let count = 0
  while (performance.now() < deadlineMs) {
    const found = await round.look()
    count += found
    if (found === 0 && round.underWay === 0) break
    await round.pause(found > 0 ? regroupMs : idleMs, never)
  }
  await round.stop(Math.max(0, deadlineMs + 10_000 - performance.now()))
  return count
}

/** What one worker has under way, and its looks for more. */
class Round {
  private readonly places = env().WEBHOOK_CONCURRENCY
  private readonly shares = new Shares(this.places)
  private readonly calls = new Set<Promise<unknown>>()
  private readonly abandon = new AbortController()
  private after: string | null = null
  private wake = (): void => {}

  constructor(private readonly db: Database) {
    // Every call under way may wait on it, and that is no leak.
    setMaxListeners(0, this.abandon.signal)
  }

  get underWay(): number {
    return this.calls.size
  }

  /** @returns how much there was to do: events that got deliveries, and deliveries that were taken up */
  async look(): Promise<number> {
    const fanned = (await this.hasNewEvents()) ? await fanOut(this.db) : 0
    const free = this.places - this.calls.size
    if (free <= 0) return fanned
    const { targets, next } = await findDueTargets(this.db, { after: this.after, limit: Math.max(free, 16) })
    const hasWrapped = this.after !== null && next === null
    this.after = next
    const shares = this.shares.plan(targets, free)
    if (shares.size === 0) return fanned + (hasWrapped ? 1 : 0)
    const claims = await claimDeliveries(this.db, shares)
    const byId = new Map(targets.map((target) => [target.id, target]))
    for (const claimed of claims) {
      const target = byId.get(claimed.endpoint_id)
      if (target) this.begin(target, claimed)
    }
    return fanned + claims.length
  }

  /** Waits until the time is over, or until a call has ended and a moment has passed for others to end as well. */
  async pause(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController()
    this.wake = () => woken.abort()
    await sleep(ms, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {})
    this.wake = () => {}
    if (woken.signal.aborted && ms > regroupMs && !signal.aborted) await sleep(regroupMs)
  }

  async stop(graceMs: number): Promise<void> {
    const allEnded = (): Promise<unknown> => Promise.allSettled([...this.calls])
    await Promise.race([allEnded(), sleep(graceMs, undefined, { ref: false })])
    this.abandon.abort()
    await Promise.race([allEnded(), sleep(1_000, undefined, { ref: false })])
  }

  /** Most looks find no event, and need no transaction to see it. */
  private async hasNewEvents(): Promise<boolean> {
    const { rows } = await sql<{ is_there: boolean }>`
      select exists (select from events where fanned_out_at is null and project_id is not null) as is_there`.execute(
      this.db,
    )
    return rows[0]?.is_there ?? false
  }

  private begin(target: Target, claimed: Claimed): void {
    const onSent = this.shares.begin(target.id)
    const call = deliver(this.db, { target, claimed }, { signal: this.abandon.signal, onSent })
      .catch((error: unknown) => log.error('webhooks.delivery_failed', { delivery: claimed.id, cause: error }))
      .finally(() => {
        this.calls.delete(call)
        this.wake()
      })
    this.calls.add(call)
  }
}
