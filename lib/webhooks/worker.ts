import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { log } from '@/lib/logger'
import { endAbandonedPings, releaseAbandoned } from './abandoned'
import { type Claimed, claimDeliveries, findDueTargets, release, type Target } from './claim'
import { deliver } from './deliver'
import { fanOut } from './fan-out'
import { Shares } from './shares'

/** How often is looked while nothing is to be done. */
const idleMs = 200
/** After a call has ended, new ones are claimed together this much later, and not one by one. */
const regroupMs = 5
/** While the database is away the looks become rarer, up to this. */
const awayMaxMs = 2_000
/** How often is looked after deliveries that nobody else takes up. */
const releaseMs = 60_000

export type Deliveries = { stop(graceMs: number): Promise<void> }

/**
 * The loop that makes deliveries of events and sends them until it is stopped. Any number may run at once; who dies
 * leaves its deliveries to the others after their lease.
 */
export function startDeliveries(db: Database): Deliveries {
  const round = new Round(db)
  let isStopped = false
  const loop = async (): Promise<void> => {
    let awayMs = idleMs
    while (!isStopped) {
      try {
        const found = await round.look()
        awayMs = idleMs
        if (!isStopped) await round.pause(found > 0 ? regroupMs : idleMs)
      } catch (error) {
        log.warn('webhooks.look_failed', { cause: error })
        if (!isStopped) await round.pause(awayMs)
        awayMs = Math.min(awayMaxMs, awayMs * 2)
      }
    }
  }
  const ended = loop()
  return {
    async stop(graceMs) {
      isStopped = true
      round.wake()
      await Promise.race([ended, sleep(graceMs, undefined, { ref: false })])
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
  let count = 0
  while (performance.now() < deadlineMs) {
    const found = await round.look()
    count += found
    if (found === 0 && round.underWay === 0) break
    await round.pause(found > 0 ? regroupMs : idleMs)
  }
  await round.stop(Math.max(0, deadlineMs + 10_000 - performance.now()))
  return count
}

/** What one worker has under way, and its looks for more. */
class Round {
  private readonly places = env().WEBHOOK_CONCURRENCY
  private readonly shares = new Shares(this.places)
  private readonly calls = new Map<Claimed, Promise<unknown>>()
  private after: string | null = null
  private releasedMs = Number.NEGATIVE_INFINITY
  /** A call has ended since the look began, so there is room already. */
  private isWoken = false
  private endPause = (): void => {}

  constructor(private readonly db: Database) {}

  get underWay(): number {
    return this.calls.size
  }

  /** @returns how much there was to do: events that got deliveries, and deliveries that were taken up */
  async look(): Promise<number> {
    this.isWoken = false
    await this.releaseFromTimeToTime()
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
  async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.isWoken ? Math.min(ms, regroupMs) : ms)
      this.endPause = () => {
        this.endPause = () => {}
        clearTimeout(timer)
        setTimeout(resolve, Math.min(ms, regroupMs))
      }
    })
    this.endPause = () => {}
  }

  wake(): void {
    this.isWoken = true
    this.endPause()
  }

  /** What is under way after the grace is given back. Its calls end with the process, or come to nothing. */
  async stop(graceMs: number): Promise<void> {
    const allEnded = Promise.allSettled([...this.calls.values()])
    await Promise.race([allEnded, sleep(graceMs, undefined, { ref: false })])
    if (this.calls.size === 0) return
    await release(this.db, [...this.calls.keys()]).catch((cause: unknown) =>
      log.warn('webhooks.not_released', { cause }),
    )
  }

  private async releaseFromTimeToTime(): Promise<void> {
    if (monotonicMs() - this.releasedMs < releaseMs) return
    await releaseAbandoned(this.db)
    await endAbandonedPings(this.db)
    this.releasedMs = monotonicMs()
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
    const call = deliver(this.db, { target, claimed }, onSent)
      .catch((error: unknown) => log.error('webhooks.delivery_failed', { delivery: claimed.id, cause: error }))
      .finally(() => {
        this.calls.delete(claimed)
        this.wake()
      })
    this.calls.set(claimed, call)
  }
}
