import { isAtLeast } from '@/lib/auth/roles'
import { type Clock, systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { isMailConfigured } from '@/lib/mail/configured'
import { enqueueMail } from '@/lib/mail/enqueue'
import type { ForecastIssue } from '@/lib/queue-forecast/contract'
import { forecastQueue } from '@/lib/queue-forecast/forecast'
import { daysDefault } from '@/lib/queue-forecast/limits'
import { type ForecastNews, queueForecast } from './forecast-mail'
import {
  type ForecastPerson,
  type ForecastProject,
  findForecastPeople,
  listForecastProjects,
  markDay,
  storeProblems,
} from './forecast-repository'

const batch = 100

/** Stores a mail about new problems in the queue for everyone who is due, once a day. */
export async function enqueueForecastMails(db: Database, clock: Clock = systemClock): Promise<void> {
  if (!isMailConfigured()) return
  const now = clock()
  const forecasts = new Forecasts(db, now)
  let after: string | null = null
  do {
    const people: ForecastPerson[] = await findForecastPeople(db, now, { after, limit: batch })
    for (const person of people) {
      // An error for one user must not affect the others.
      await enqueueForecast(db, person, forecasts).catch((cause: unknown) =>
        log.error('mail.forecast_failed', { user: person.user_id, cause }),
      )
    }
    after = people.length === batch ? (people.at(-1)?.user_id ?? null) : null
  } while (after !== null)
}

/** The problems of each project, found once per run. */
class Forecasts {
  private readonly known = new Map<string, Promise<ForecastIssue[]>>()

  constructor(
    private readonly db: Database,
    private readonly now: Date,
  ) {}

  of(project: ForecastProject): Promise<ForecastIssue[]> {
    const found = this.known.get(project.id) ?? this.find(project)
    this.known.set(project.id, found)
    return found
  }

  private async find(project: ForecastProject): Promise<ForecastIssue[]> {
    const { findings, serialize } = await forecastQueue(this.db, project, { now: this.now, days: daysDefault })
    return findings.filter(({ severity }) => severity !== 'info').map(serialize)
  }
}

/** Mark, problems and mail are written in one transaction, so a crash or a second worker sends no duplicate. */
async function enqueueForecast(db: Database, person: ForecastPerson, forecasts: Forecasts): Promise<void> {
  const news = await newsOf(db, person, forecasts)
  await transaction(db, async (tx) => {
    if (!(await markDay(tx, person))) return
    const stored = await storeProblems(
      tx,
      person.user_id,
      news.map(({ issue: { queue_item_id, kind } }) => ({ queue_item_id, kind })),
    )
    const fresh = new Set(stored.map(({ queue_item_id, kind }) => `${queue_item_id} ${kind}`))
    const isFresh = ({ issue }: ForecastNews): boolean => fresh.has(`${issue.queue_item_id} ${issue.kind}`)
    const content = queueForecast(news.filter(isFresh), person)
    if (!content) return
    await enqueueMail(tx, {
      to: person.email,
      userId: person.user_id,
      kind: 'queue_forecast',
      dedupeKey: `queue_forecast:${person.user_id}:${person.day}`,
      ...content,
    })
  })
}

/** Current problems of all projects of a user. Only those who can approve hear of missing approvals. */
async function newsOf(db: Database, { user_id }: ForecastPerson, forecasts: Forecasts): Promise<ForecastNews[]> {
  const news: ForecastNews[] = []
  for (const project of await listForecastProjects(db, user_id)) {
    const canApprove = isAtLeast(project.role, 'admin')
    const place = { project_id: project.id, project_name: project.name, timezone: project.timezone }
    for (const issue of await forecasts.of(project)) {
      if (canApprove || issue.kind !== 'approval_pending') news.push({ issue, ...place })
    }
  }
  return news
}
