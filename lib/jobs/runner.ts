import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { Job } from '@/lib/job'
import { log } from '@/lib/logger'
import { type Publisher, startPublisher } from '@/lib/publishing/worker'
import { startDeliveries } from '@/lib/webhooks/sending/worker'
import { jobs } from './table'

const tickMs = 2_000

export type Runner = { publisher: Publisher; stop(graceMs: number): Promise<void> }

/**
 * Runs the publisher, the webhook deliveries and all jobs in this process. Several runners share the work through
 * Postgres.
 */
export function startRunner(db: Database): Runner {
  const publisher = startPublisher(db)
  const deliveries = startDeliveries(db)
  // Short jobs share one queue. Each long job has its own, so that it does not delay the others.
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

/** Runs the job if it is due and no other runner has taken this run. */
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

/** A run that fails, or whose process dies, is repeated after this time if the next one is later. */
const repeatSeconds = 3_600

/**
 * Run times are aligned to the clock instead of the last run. Otherwise a cron that starts a moment early would skip
 * every second run.
 */
const nextRun = ({ everySeconds, offsetSeconds = 0 }: Job) => sql<Date>`to_timestamp(${offsetSeconds}::int
  + (floor((extract(epoch from now()) - ${offsetSeconds}::int) / ${everySeconds}::int) + 1) * ${everySeconds}::int)`

async function takeTurn(db: Database, job: Job): Promise<boolean> {
  const next =
    job.everySeconds > repeatSeconds
      ? sql`least(${nextRun(job)}, now() + make_interval(secs => ${repeatSeconds}))`
      : nextRun(job)
  const { rows } = await sql`
    insert into job_schedules as s (name, next_run_at, last_run_at) values (${job.name}, ${next}, now())
    on conflict (name) do update set next_run_at = excluded.next_run_at, last_run_at = now()
    where s.next_run_at <= now()
    returning s.name`.execute(db)
  return rows.length > 0
}

async function note(db: Database, job: Job, error: string | null): Promise<void> {
  const isDone = error === null && job.everySeconds > repeatSeconds
  await db
    .updateTable('job_schedules')
    .set({ last_error: error, ...(isDone ? { next_run_at: nextRun(job) } : {}) })
    .where('name', '=', job.name)
    .execute()
}
