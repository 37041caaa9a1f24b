import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'

/** Ten failures per 15 minutes, per email and per address. */
const maxFailures = 10
const windowMinutes = 15

/** Counts a failure for each subject. Returns whether one of them has exceeded the limit. */
export async function recordFailure(db: Database, subjects: string[]): Promise<boolean> {
  let isTooMany = false
  for (const subject of subjects) {
    const { rows } = await sql<{ failures: number }>`
      insert into sign_in_attempts as a (subject, window_start, failures) values (${subject}, now(), 1)
      on conflict (subject) do update set
        failures = case when a.window_start > now() - make_interval(mins => ${windowMinutes}) then a.failures else 0 end + 1,
        window_start = case when a.window_start > now() - make_interval(mins => ${windowMinutes})
          then a.window_start else now() end
      returning failures`.execute(db)
    isTooMany ||= (rows[0]?.failures ?? 0) > maxFailures
  }
  return isTooMany
}

/** Undoes a counted failure. */
export async function undoFailure(db: Database, subject: string): Promise<void> {
  await sql`update sign_in_attempts set failures = failures - 1 where subject = ${subject} and failures > 0`.execute(db)
}
