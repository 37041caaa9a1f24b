import { sql } from 'kysely'
import { deleteOldLinks } from '@/lib/account-links/repository'
import { deleteOldUsage } from '@/lib/ai/usage-repository'
import { deleteExpiredSessions } from '@/lib/auth/sessions/repository'
import { deleteExpiredChallenges } from '@/lib/auth/two-factor/challenge'
import { resealTotpSecrets } from '@/lib/auth/two-factor/reseal'
import { deleteOldRuns } from '@/lib/automations/runs-repository'
import { deleteOldChecks } from '@/lib/connections/checks'
import { deleteOldConsents } from '@/lib/connections/consent/repository'
import { rotateKeys } from '@/lib/connections/rotate-keys'
import { deleteOldAlerts } from '@/lib/connectors/alerts-repository'
import { resealHeaders } from '@/lib/connectors/sealed-headers'
import type { Database } from '@/lib/db/pool'
import { vacuumEmbedded } from '@/lib/db/vacuum'
import { deleteOldDeliveries } from '@/lib/inbox/process/process-deliveries'
import type { Job } from '@/lib/job'
import { deleteOldLinkPreviews } from '@/lib/link-preview/repository'
import { resealMails } from '@/lib/mail/reseal'
import { deleteOldNotices } from '@/lib/mail-digests/repository'
import { deleteUnusedClients } from '@/lib/oauth/clients/repository'
import { deleteOldGrants } from '@/lib/oauth/grants/repository'
import { deleteOldTexts } from '@/lib/recommendations/wording/repository'
import { forgetClicks } from '@/lib/tracking/record-click'
import { reencryptSecrets } from '@/lib/webhooks/signing/reencrypt-secrets'

/** Jobs that clean up several resources. */
export const jobs: readonly Job[] = [
  {
    name: 'forget-answers',
    summary:
      'Deletes stored responses of idempotent requests after 24 hours, old counters, expired sessions and other expired rows.',
    everySeconds: 600,
    cron: '*/10 * * * *',
    run: deleteOldRows,
  },
  {
    name: 'reseal-credentials',
    summary:
      'Re-encrypts credentials, connector headers, signing secrets and waiting emails that use an older encryption key, so that the key can be removed.',
    everySeconds: 3_600,
    cron: '23 * * * *',
    run: async (db) => ({
      credentials: await rotateKeys(db),
      connectors: await resealHeaders(db),
      secrets: await reencryptSecrets(db),
      mails: await resealMails(db),
      two_factor: await resealTotpSecrets(db),
    }),
  },
  {
    name: 'vacuum-embedded',
    summary: 'Vacuums and analyzes grown tables of the embedded database. A PostgreSQL server does this automatically.',
    everySeconds: 600,
    cron: '7-57/10 * * * *',
    run: vacuumEmbedded,
  },
]

async function deleteOldRows(db: Database): Promise<void> {
  await sql`delete from idempotency_keys where expires_at < now()`.execute(db)
  await sql`delete from rate_limit_counters where window_start < now() - interval '10 minutes'`.execute(db)
  await sql`delete from sign_in_attempts where window_start < now() - interval '1 day'`.execute(db)
  await deleteExpiredSessions(db)
  await deleteOldLinks(db)
  await deleteOldConsents(db)
  await forgetClicks(db)
  await deleteOldChecks(db)
  await deleteOldNotices(db)
  await deleteOldRuns(db)
  await deleteOldAlerts(db)
  await deleteOldTexts(db)
  await deleteExpiredChallenges(db)
  await deleteOldUsage(db)
  await deleteOldGrants(db)
  await deleteUnusedClients(db)
  await deleteOldDeliveries(db)
  await deleteOldLinkPreviews(db)
  // Files in use are fetched again within a day of publishing, so older rows are unused.
  await sql`delete from media_files where fetched_at < now() - interval '90 days'`.execute(db)
  await sql`delete from workers where last_looked_at < now() - interval '7 days'`.execute(db)
}
