import { sql } from 'kysely'
import { deleteOldLinks } from '@/lib/account-links/repository'
import { forgetChallenges } from '@/lib/auth/two-factor/challenge'
import { resealTotpSecrets } from '@/lib/auth/two-factor/reseal'
import { forgetChecks } from '@/lib/connections/checks'
import { forgetConsents } from '@/lib/connections/consent-repository'
import { refreshTokens, refreshUrgent } from '@/lib/connections/refresh-jobs'
import { rotateKeys } from '@/lib/connections/rotate-keys'
import type { Database } from '@/lib/db/pool'
import { vacuumEmbedded } from '@/lib/db/vacuum'
import { resealMails } from '@/lib/mail/reseal'
import { sendDueMails } from '@/lib/mail/send'
import { enqueueDigests } from '@/lib/mail-digests/digest'
import { deleteOldNotices } from '@/lib/mail-digests/repository'
import { enqueueWeeklySummaries } from '@/lib/mail-digests/weekly'
import { cleanUpMedia } from '@/lib/media/clean-up'
import { makePreviews } from '@/lib/media/previews'
import { syncMetrics, syncNewPins } from '@/lib/metrics/sync'
import { inspectDueMedia } from '@/lib/publishing/inspect-due-media'
import { prepareDueMedia } from '@/lib/publishing/prepare-ahead'
import { sweepStale } from '@/lib/publishing/sweep'
import { deleteExpiredSessions } from '@/lib/sessions/repository'
import { forgetClicks } from '@/lib/tracking/record-click'
import { forgetDeliveries } from '@/lib/webhooks/forget'
import { resealSecrets } from '@/lib/webhooks/reseal'

/**
 * A background job that comes round. Its state is in Postgres alone, so that it may be run by the local runner, by
 * Inngest, or by both, and a run that is missed is made up by the next.
 */
export type Job = {
  /** Never renamed: schedules and logs go by it. */
  name: JobName
  summary: string
  everySeconds: number
  /** Where its turns lie on the clock's grid, which begins at midnight UTC. */
  offsetSeconds?: number
  /** The same rhythm for a scheduler that speaks cron, in UTC. */
  cron: string
  /** Takes minutes at times, so nothing else waits for it. */
  isLong?: true
  run(db: Database): Promise<unknown>
}

export type JobName =
  | 'sweep-stale'
  | 'forget-answers'
  | 'forget-deliveries'
  | 'reseal-credentials'
  | 'clean-up-media'
  | 'vacuum-embedded'
  | 'refresh-tokens'
  | 'refresh-urgent'
  | 'prepare-media'
  | 'inspect-media'
  | 'make-previews'
  | 'sync-metrics'
  | 'sync-new-pins'
  | 'send-mail'
  | 'collect-digests'
  | 'weekly-summaries'

/** All jobs but the publisher and the deliveries, which never pause (`lib/publishing/worker.ts`, `lib/webhooks/worker.ts`). */
export const jobs: readonly Job[] = [
  {
    name: 'sweep-stale',
    summary: 'Fails approved rows that are more than an hour past their time.',
    everySeconds: 60,
    cron: '* * * * *',
    run: sweepStale,
  },
  {
    name: 'forget-answers',
    summary:
      'Deletes kept answers of idempotent requests after 24 hours, counters of past minutes, expired sessions, and old files.',
    everySeconds: 600,
    cron: '*/10 * * * *',
    run: forgetAnswers,
  },
  {
    name: 'reseal-credentials',
    summary:
      'Seals credentials, signing secrets and waiting mails anew that an earlier encryption key sealed, so that the key can be retired.',
    everySeconds: 3_600,
    cron: '23 * * * *',
    run: async (db) => ({
      credentials: await rotateKeys(db),
      secrets: await resealSecrets(db),
      mails: await resealMails(db),
      two_factor: await resealTotpSecrets(db),
    }),
  },
  {
    name: 'forget-deliveries',
    summary: 'Deletes deliveries to webhooks after 30 days, and events and alerts after 90.',
    everySeconds: 3_600,
    cron: '41 * * * *',
    isLong: true,
    run: forgetDeliveries,
  },
  {
    name: 'prepare-media',
    summary: 'Looks at the files of stories that are due within a day, and makes what networks need of them.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: prepareDueMedia,
  },
  {
    name: 'inspect-media',
    summary: 'Checks files of scheduled stories that could not be checked when the story was saved.',
    everySeconds: 15,
    cron: '* * * * *',
    isLong: true,
    run: inspectDueMedia,
  },
  {
    name: 'clean-up-media',
    summary:
      'Takes away chunks of uploads that are over, files that nothing names an hour after they were stored, and what was made for networks and not used for 30 days.',
    everySeconds: 3_600,
    cron: '41 * * * *',
    isLong: true,
    run: cleanUpMedia,
  },
  {
    name: 'make-previews',
    summary: 'Makes small pictures of new media for the dashboard.',
    everySeconds: 5,
    cron: '* * * * *',
    isLong: true,
    run: makePreviews,
  },
  {
    name: 'vacuum-embedded',
    summary: 'Vacuums and analyzes tables of the embedded database that have grown; a server does that by itself.',
    everySeconds: 600,
    cron: '7-57/10 * * * *',
    run: vacuumEmbedded,
  },
  {
    name: 'refresh-tokens',
    summary: 'Renews access that ends within seven days, and tells of what ends within thirty. At 03:00 UTC.',
    everySeconds: 86_400,
    offsetSeconds: 3 * 3_600,
    cron: '0 3 * * *',
    isLong: true,
    run: refreshTokens,
  },
  {
    name: 'refresh-urgent',
    summary: 'Renews access that lives for hours, and makes refreshes again that failed or were cut off.',
    everySeconds: 20,
    cron: '* * * * *',
    isLong: true,
    run: refreshUrgent,
  },
  {
    name: 'sync-metrics',
    summary: 'Reads the numbers of posts that are due: at first, and one, three and seven days after publishing.',
    everySeconds: 900,
    cron: '*/15 * * * *',
    isLong: true,
    run: syncMetrics,
  },
  {
    name: 'sync-new-pins',
    summary: 'Reads pins for the first time, a minute after they were published.',
    everySeconds: 60,
    cron: '* * * * *',
    isLong: true,
    run: syncNewPins,
  },
  {
    name: 'send-mail',
    summary: 'Sends emails that are due, and retries those the mail server did not accept.',
    everySeconds: 5,
    cron: '* * * * *',
    isLong: true,
    run: sendDueMails,
  },
  {
    name: 'collect-digests',
    summary:
      'Writes emails about failed posts, connections and approval requests, at most one of a kind per person and 15 minutes.',
    everySeconds: 20,
    cron: '* * * * *',
    isLong: true,
    run: enqueueDigests,
  },
  {
    name: 'weekly-summaries',
    summary: 'Writes weekly summaries for everyone in whose time zone it is Monday after 8:00.',
    everySeconds: 900,
    cron: '*/15 * * * *',
    isLong: true,
    run: (db) => enqueueWeeklySummaries(db),
  },
]

export function jobNamed(name: JobName): Job {
  const job = jobs.find((candidate) => candidate.name === name)
  if (!job) throw new Error(`There is no job ${name}.`)
  return job
}

async function forgetAnswers(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where expires_at < now()`.execute(db)
  await sql`delete from rate_limit_counters where window_start < now() - interval '10 minutes'`.execute(db)
  await sql`delete from sign_in_attempts where window_start < now() - interval '1 day'`.execute(db)
  await deleteExpiredSessions(db)
  await deleteOldLinks(db)
  await forgetConsents(db)
  await forgetClicks(db)
  await forgetChecks(db)
  await deleteOldNotices(db)
  await forgetChallenges(db)
  // What is used is looked at again within a day of its time, so what is this old is used no more.
  await sql`delete from media_files where fetched_at < now() - interval '90 days'`.execute(db)
  await sql`delete from workers where last_looked_at < now() - interval '7 days'`.execute(db)
}
