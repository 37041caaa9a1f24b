import { setTimeout as sleep } from 'node:timers/promises'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { env } from '@/lib/env'
import { log } from '@/lib/logger'
import { type Claimed, claimDeliveries, findDueTargets, release } from './claim'
import { Concurrency } from './concurrency'
import { deliver } from './deliver'
import { endExpiredLeases, failInterruptedPings } from './expired-leases'
import { fanOut, hasNewEvents, maxEvents } from './fan-out'
import type { Target } from './target'

/** Polling interval while there is nothing to do. */
const idleMs = 200
/** Pause between claims, so that calls which end together are replaced together. */
const regroupMs = 5
/**
 * Pause between claims while little is free. A claim searches all endpoints with waiting deliveries, so a few large
 * claims cost less than many small ones.
 */
const crowdedMs = 40
/** Longest polling interval while the database is down. */
const maxBackoffMs = 2_000
/** How often expired leases are cleaned up. */
const cleanUpMs = 60_000
/** Claimed deliveries that have not started by then are released, well before their lease ends. */
const maxQueuedMs = 5_000

export type Deliveries = { stop(graceMs: number): Promise<void> }

/**
 * Fans out events and sends deliveries until it is stopped. Any number of workers may run at once. If one dies, the
 * others take over its deliveries when the leases end.
 */
export function startDeliveries(db: Database): Deliveries {
  const worker = new Worker(db)
  const [fanOutPause, claimPause] = [new Pause(), worker.pause]
  const loops = [
    repeat(worker, fanOutPause, async () => ((await worker.fanOut()) > 0 ? regroupMs : idleMs)),
    repeat(worker, claimPause, async () => {
      await worker.claim()
      return worker.isTourOver ? idleMs : regroupMs
    }),
  ]
  return {
    async stop(graceMs) {
      worker.isStopped = true
      fanOutPause.cut()
      claimPause.cut()
      await Promise.race([Promise.all(loops), sleep(graceMs, undefined, { ref: false })])
      await worker.stop(graceMs)
    },
  }
}

/** @param work returns how long to pause before the next call */
async function repeat(worker: Worker, pause: Pause, work: () => Promise<number>): Promise<void> {
  let backoffMs = idleMs
  while (!worker.isStopped) {
    let pauseMs: number
    try {
      pauseMs = await work()
      backoffMs = idleMs
    } catch (error) {
      log.warn('webhooks.poll_failed', { cause: error })
      pauseMs = backoffMs
      backoffMs = Math.min(maxBackoffMs, backoffMs * 2)
    }
    if (!worker.isStopped) await pause.wait(pauseMs)
  }
}

/**
 * The same for a scheduler that calls from time to time: works until nothing is due, or for this long.
 *
 * @returns the number of events fanned out plus deliveries claimed
 */
export async function deliverDue(db: Database, { forMs }: { forMs: number }): Promise<number> {
  const worker = new Worker(db)
  const deadlineMs = monotonicMs() + forMs
  let count = 0
  while (monotonicMs() < deadlineMs) {
    const found = (await worker.fanOut()) + (await worker.claim())
    count += found
    if (found === 0 && worker.isTourOver && worker.isIdle) break
    await worker.pause.wait(found > 0 || !worker.isTourOver ? regroupMs : idleMs)
  }
  await worker.stop(Math.max(0, deadlineMs + 10_000 - monotonicMs()))
  return count
}

/** A pause that can be cut short. */
class Pause {
  private isCut = false
  private resume = (): void => {}

  /** Waits this long; after `cut`, only a moment, so that calls which end together are handled together. */
  async wait(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.isCut ? Math.min(ms, regroupMs) : ms)
      this.resume = () => {
        clearTimeout(timer)
        setTimeout(resolve, Math.min(ms, regroupMs))
      }
    })
    this.isCut = false
    this.resume = () => {}
  }

  cut(): void {
    if (this.isCut) return
    this.isCut = true
    this.resume()
  }
}

/** Claimed deliveries of one endpoint that have not started. */
type Queue = { target: Target; waiting: { claimed: Claimed; claimedMs: number }[] }

class Worker {
  isStopped = false
  /** Cut short when there may be more to claim. */
  readonly pause = new Pause()
  /** The last claim has looked at every endpoint with waiting deliveries. */
  isTourOver = true
  private readonly concurrency = new Concurrency(env().WEBHOOK_CONCURRENCY)
  private readonly queues = new Map<string, Queue>()
  private readonly calls = new Map<Claimed, Promise<unknown>>()
  /** Where the next search for due endpoints continues. */
  private after: string | null = null
  private cleanedUpMs = Number.NEGATIVE_INFINITY
  private claimedMs = Number.NEGATIVE_INFINITY
  private mayHaveEvents = false

  constructor(private readonly db: Database) {}

  get isIdle(): boolean {
    return this.calls.size === 0 && this.queues.size === 0
  }

  /** @returns the number of events that got deliveries */
  async fanOut(): Promise<number> {
    if (!this.mayHaveEvents && !(await hasNewEvents(this.db))) return 0
    const count = await fanOut(this.db)
    this.mayHaveEvents = count === maxEvents
    if (count > 0) this.pause.cut()
    return count
  }

  /** @returns the number of deliveries claimed */
  async claim(): Promise<number> {
    await this.cleanUp()
    await this.releaseLate()
    const { free, isCrowded } = this.concurrency
    if (free <= 0) return 0
    if (isCrowded && monotonicMs() - this.claimedMs < crowdedMs) {
      this.isTourOver = false
      return 0
    }
    this.claimedMs = monotonicMs()
    const { targets, next } = await findDueTargets(this.db, { after: this.after, limit: Math.max(free, 16) })
    this.isTourOver = next === null && this.after === null
    this.after = next
    const counts = this.concurrency.plan(targets, free)
    if (counts.size === 0) return 0
    const claims = await claimDeliveries(this.db, counts)
    const byId = new Map(targets.map((target) => [target.id, target]))
    for (const claimed of claims) {
      const target = byId.get(claimed.endpoint_id)
      if (target) this.enqueue(target, claimed)
    }
    this.startQueued()
    return claims.length
  }

  /** Releases deliveries that have not started, and those that are still running after the grace period. */
  async stop(graceMs: number): Promise<void> {
    await this.release([...this.queues.keys()].flatMap((id) => this.takeQueue(id)))
    await Promise.race([Promise.allSettled([...this.calls.values()]), sleep(graceMs, undefined, { ref: false })])
    await this.release([...this.calls.keys()])
  }

  private enqueue(target: Target, claimed: Claimed): void {
    const queue = this.queues.get(target.id) ?? { target, waiting: [] }
    queue.target = target
    queue.waiting.push({ claimed, claimedMs: monotonicMs() })
    this.queues.set(target.id, queue)
    this.concurrency.enqueue(target.id)
  }

  /** Starts queued deliveries, one per endpoint in turn. */
  private startQueued(): void {
    for (let isAnyStarted = true; isAnyStarted && !this.concurrency.isFull; ) {
      isAnyStarted = false
      for (const id of [...this.queues.keys()]) if (this.startNext(id)) isAnyStarted = true
    }
  }

  private startNext(id: string): boolean {
    const queue = this.queues.get(id)
    if (!queue || this.isStopped || !this.concurrency.mayStart(id)) return false
    const next = queue.waiting.shift()
    // Moves the endpoint to the end, so that all have their turn.
    this.queues.delete(id)
    if (queue.waiting.length > 0) this.queues.set(id, queue)
    if (!next) return false
    this.concurrency.dequeue(id)
    this.start(queue.target, next.claimed)
    return true
  }

  private start(target: Target, claimed: Claimed): void {
    this.calls.set(claimed, this.run(target, claimed, this.concurrency.start(target.id)))
  }

  private async run(target: Target, claimed: Claimed, end: (isSuccess: boolean) => boolean): Promise<void> {
    const onSent = (isSuccess: boolean): void => this.continueAfter(target.id, () => end(isSuccess))
    try {
      await deliver(this.db, { target, claimed }, onSent)
    } catch (cause) {
      log.error('webhooks.delivery_failed', { delivery: claimed.id, cause })
    }
    this.calls.delete(claimed)
    if (this.isIdle) this.pause.cut()
  }

  /** Starts the next delivery after a call has ended, and releases the queue of an endpoint that is slow or fails. */
  private continueAfter(id: string, end: () => boolean): void {
    const wasFull = this.concurrency.isFull
    if (!end()) void this.release(this.takeQueue(id))
    if (wasFull) this.startQueued()
    else this.startNext(id)
    if (this.concurrency.needsMore(id)) this.pause.cut()
  }

  private takeQueue(id: string): Claimed[] {
    const waiting = this.queues.get(id)?.waiting ?? []
    this.queues.delete(id)
    for (const _ of waiting) this.concurrency.dequeue(id)
    return waiting.map(({ claimed }) => claimed)
  }

  /** Queues of endpoints that stopped responding. */
  private async releaseLate(): Promise<void> {
    const limitMs = monotonicMs() - maxQueuedMs
    const late = [...this.queues].filter(([, { waiting }]) => waiting.some(({ claimedMs }) => claimedMs < limitMs))
    await this.release(late.flatMap(([id]) => this.takeQueue(id)))
  }

  private async release(claims: Claimed[]): Promise<void> {
    if (claims.length === 0) return
    await release(this.db, claims).catch((cause: unknown) => log.warn('webhooks.release_failed', { cause }))
  }

  private async cleanUp(): Promise<void> {
    if (monotonicMs() - this.cleanedUpMs < cleanUpMs) return
    await endExpiredLeases(this.db)
    await failInterruptedPings(this.db)
    this.cleanedUpMs = monotonicMs()
  }
}
