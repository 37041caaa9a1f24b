import type { Database } from '@/lib/db/pool'

/**
 * A recurring background job. Its state is in Postgres, so the local runner and Inngest may both run it. The next run
 * catches up on a missed one.
 */
export type Job = {
  /** Never rename a job: schedules and logs use the name. */
  name: string
  summary: string
  everySeconds: number
  /** Offset from midnight UTC. */
  offsetSeconds?: number
  /** The same schedule as a cron expression in UTC. */
  cron: string
  /** May take minutes, so it runs in parallel to other jobs. */
  isLong?: true
  run(db: Database): Promise<unknown>
}
