import { type Clock, systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { isMailConfigured } from '@/lib/mail/configured'
import { enqueueMail } from '@/lib/mail/enqueue'
import { readWeek } from './weekly-figures'
import { weeklySummary } from './weekly-mail'
import { findDuePeople, markWeek, type SummaryPerson } from './weekly-repository'

const batch = 100

/** Stores a summary for everyone who is due, unless nothing happened in their projects. */
export async function enqueueWeeklySummaries(db: Database, clock: Clock = systemClock): Promise<void> {
  if (!isMailConfigured()) return
  const now = clock()
  let after: string | null = null
  do {
    const people: SummaryPerson[] = await findDuePeople(db, now, { after, limit: batch })
    for (const person of people) {
      // An error for one user must not affect the others.
      await enqueueSummary(db, person, now).catch((cause: unknown) =>
        log.error('mail.summary_failed', { user: person.user_id, cause }),
      )
    }
    after = people.length === batch ? (people.at(-1)?.user_id ?? null) : null
  } while (after !== null)
}

/** Mark and mail are written in one transaction, once per week, so a crash or a second worker sends no duplicate. */
async function enqueueSummary(db: Database, person: SummaryPerson, now: Date): Promise<void> {
  const content = weeklySummary(person, await readWeek(db, person, now))
  await transaction(db, async (tx) => {
    if (!(await markWeek(tx, person))) return
    if (!content) return
    await enqueueMail(tx, {
      to: person.email,
      userId: person.user_id,
      kind: 'weekly_summary',
      dedupeKey: `weekly_summary:${person.user_id}:${person.week}`,
      ...content,
    })
  })
}
