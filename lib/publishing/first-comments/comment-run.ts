import { type RawBuilder, sql } from 'kysely'
import type { CallOptions, Run } from '@/lib/channels/channel'
import { monotonicMs } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { env } from '@/lib/env'
import type { Json } from '@/lib/json'
import { pausedProjects } from '@/lib/queue-items/paused'
import { LeaseLost } from '../claim/lease'
import { callDeadlineMs } from '../retry-delays'
import type { ClaimedComment } from './claim'

/** `Run` of a first comment: commits the intent before the call, and the result of every step. */
export class CommentRun implements Run {
  private readonly done: Record<string, Json>
  /** The intent of a call is committed, and its result is not. */
  isSending = false

  constructor(
    private readonly db: Database,
    private readonly comment: ClaimedComment,
    readonly signal: AbortSignal,
  ) {
    this.done = { ...comment.done }
  }

  async once<T extends Json>(step: string, make: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    return this.save(step, await make(this.call()))
  }

  async sendOnce<T extends Json>(step: string, send: (call: CallOptions) => Promise<T>): Promise<T> {
    if (step in this.done) return this.done[step] as T
    if (this.signal.aborted) throw new LeaseLost()
    const intentMs = monotonicMs()
    // Not for a project that was paused since the claim.
    await this.write(
      sql`status = 'sending', sent_at = now(), first_sent_at = coalesce(first_sent_at, now()), looks = 0, is_duplicate_refused = false`,
      sql`status = 'pending' and lease_until > now() and project_id not in (${pausedProjects})`,
    )
    this.isSending = true
    // The settle time counts from the intent, so a delay is subtracted from the call's deadline.
    const leftMs = Math.floor(callDeadlineMs() - (monotonicMs() - intentMs))
    if (leftMs <= 0) throw new LeaseLost()
    const result = await this.save(step, await send({ ...this.call(leftMs), earlier: null }))
    this.isSending = false
    return result
  }

  async forget(steps: string[]): Promise<void> {
    for (const step of steps) delete this.done[step]
    await this.write(sql`done = done - ${steps}::text[]`, sql`true`)
  }

  async keepAlive(): Promise<void> {
    await this.write(sql`claims = claims`, sql`lease_until > now()`)
  }

  note(): void {}

  private async save<T extends Json>(step: string, result: T): Promise<T> {
    await this.write(sql`done = done || ${JSON.stringify({ [step]: result })}::jsonb`, sql`true`)
    this.done[step] = result
    return result
  }

  /** Renews the lease with every write. @throws LeaseLost */
  private async write(change: RawBuilder<unknown>, condition: RawBuilder<unknown>): Promise<void> {
    const { queue_item_id, fence } = this.comment
    const leaseSeconds = env().PUBLISH_LEASE_SECONDS
    const { rows } = await sql`
      update first_comments set ${change}, lease_until = now() + make_interval(secs => ${leaseSeconds}),
        next_attempt_at = now() + make_interval(secs => ${leaseSeconds})
      where queue_item_id = ${queue_item_id} and fence = ${fence} and ${condition} returning fence`.execute(this.db)
    if (rows.length === 0) throw new LeaseLost()
  }

  private call(leftMs = callDeadlineMs()): CallOptions {
    return { signal: AbortSignal.any([this.signal, deadlineIn(leftMs)]) }
  }
}
