import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { type Publisher, startPublisher } from '@/lib/publishing/worker'
import { startDeliveries } from '@/lib/webhooks/worker'
import { type Job, jobs } from './table'

const tickMs = 2_000

export type Runner = { publisher: Publisher; stop(graceMs: number): Promise<void> }

/** Runs the publisher, the deliveries to webhooks and the table of jobs in this process. Several runners share the work through Postgres. */
export function startRunner(db: Database): Runner {
  const publisher = startPublisher(db)
  const deliveries = startDeliveries(db)
  // Short jobs stand in one queue. A long one has a queue of its own, or the sweep would wait for it.
  const lanes = [jobs.filter(({ isLong }) => !isLong), ...jobs.flatMap((job) => (job.isLong ? [[job]] : []))]
  const running = lanes.map(() => Promise.resolve())
  const isBusy = lanes.map(() => false)
  let isStopped = false
  const runLane = async (lane: readonly Job[], place: number): Promise<void> => {
    isBusy[place] = true
    try {
      for (const job of lane) if (!isStopped) await runIfDue(db, job)
    } finally {
      isBusy[place] = false
    }
  }
  const timer = setInterval(() => {
    for (const [place, lane] of lanes.entries()) if (!isBusy[place]) running[place] = runLane(lane, place)
  }, tickMs)
  return {
    publisher,
    async stop(graceMs) {
      isStopped = true
      clearInterval(timer)
      await Promise.all([
        publisher.stop(graceMs),
        deliveries.stop(graceMs),
        Promise.race([Promise.all(running), new Promise((end) => setTimeout(end, graceMs).unref())]),
      ])
    },
  }
}

/** Runs the job when its time has come and no other runner has taken this turn. */
export async function runIfDue(db: Database, job: Job): Promise<boolean> {
  try {
    if (!(await takeTurn(db, job))) return false
    await job.run(db)
    await note(db, job, null)
    return true
  } catch (error) {
    log.error('job.failed', { job: job.name, cause: error })
    await note(db, job, error instanceof Error ? error.message : String(error)).catch(() => {})
    return false
  }
}

/**
 * Turns lie on the clock's own grid and are not counted from the last run: otherwise a cron that starts a moment
 * earlier than the time before would find its turn not yet come, and run every other time.
 */
async function takeTurn(db: Database, { name, everySeconds, offsetSeconds = 0 }: Job): Promise<boolean> {
  const { rows } = await sql`
    insert into job_schedules as s (name, next_run_at, last_run_at)
    values (${name}, to_timestamp(${offsetSeconds}::int
      + (floor((extract(epoch from now()) - ${offsetSeconds}::int) / ${everySeconds}::int) + 1) * ${everySeconds}::int), now())
    on conflict (name) do update set next_run_at = excluded.next_run_at, last_run_at = now()
    where s.next_run_at <= now()
    returning s.name`.execute(db)
  return rows.length > 0
}

async function note(db: Database, { name }: Job, error: string | null): Promise<void> {
  await db.updateTable('job_schedules').set({ last_error: error }).where('name', '=', name).execute()
}
