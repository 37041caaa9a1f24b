import { sql, type Transaction } from 'kysely'
import type { Database } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { lockProject, type ProjectRow } from '@/lib/projects/repository'
import { countByDay, type KnownMoment, knownMoments } from './detection-repository'
import type { Finding } from './detectors/finding'
import { isAbove, isAlerting, severities } from './kinds'
import { type MomentRow, momentColumns } from './repository'
import { serializeMoment } from './serializer'

export type WordedFinding = { finding: Finding; headline: string; reasoning: string }

/** Per project and day, in the project's time zone. */
const perDayMax = 3
/** The rest of the day is kept for more severe ones. */
const lowPerDayMax = 2

const slumpGapMs = 28 * 86_400_000

/** The day on which clocks go back has 25 hours. */
const longestDayMs = 25 * 3_600_000

/**
 * Inserts new moments with their events, up to the daily limit, and raises the severity of known ones.
 *
 * @returns the number of new moments
 */
export async function saveMoments(
  tx: Transaction<DB>,
  projectId: string,
  findings: readonly WordedFinding[],
): Promise<number> {
  // One run at a time writes moments of a project, so that the daily limit holds.
  const project = findings.length > 0 ? await lockProject(tx, projectId) : undefined
  if (!project) return 0
  const { added, raised } = await planMoments(tx, project, findings)
  for (const { id, worded } of raised) await raise(tx, id, worded, project.auto_draft_moments)
  await insert(tx, projectId, added, project.auto_draft_moments)
  return added.length
}

type Plan = { added: WordedFinding[]; raised: { id: string; worded: WordedFinding }[] }

/** Which findings are new moments, and which raise the severity of known ones. */
export async function planMoments(
  db: Database,
  project: Pick<ProjectRow, 'id' | 'timezone'>,
  findings: readonly WordedFinding[],
): Promise<Plan> {
  const plan: Plan = { added: [], raised: [] }
  if (findings.length === 0) return plan
  const best = strongestOfEach(findings)
  const earliest = new Date(Math.min(...best.map(({ finding }) => finding.detected_at.getTime())))
  const subjects = best.map(({ finding }) => finding.subject)
  const known = await knownMoments(db, project.id, subjects, new Date(earliest.getTime() - slumpGapMs))
  const dayOf = dayIn(project.timezone ?? 'UTC')
  const since = new Date(earliest.getTime() - longestDayMs)
  const counts = await countByDay(db, project.id, { since, timeZone: project.timezone ?? 'UTC' })
  for (const worded of best) {
    const { finding } = worded
    const same = known.find((moment) => isSame(moment, finding))
    if (same) {
      if (isAbove(finding.severity, same.severity)) {
        same.severity = finding.severity
        plan.raised.push({ id: same.id, worded })
      }
      continue
    }
    const day = dayOf(finding.detected_at)
    const count = counts.get(day) ?? { all: 0, low: 0 }
    const isLow = finding.severity === 'low'
    if (count.all >= perDayMax || (isLow && count.low >= lowPerDayMax)) continue
    counts.set(day, { all: count.all + 1, low: count.low + (isLow ? 1 : 0) })
    known.push({ id: '', ...finding })
    plan.added.push(worded)
  }
  return plan
}

/** A story on several channels has one moment per kind. The most severe come first. */
function strongestOfEach(findings: readonly WordedFinding[]): WordedFinding[] {
  const rank = ({ finding: { severity } }: WordedFinding): number => severities.indexOf(severity)
  const sorted = [...findings].sort((one, other) => rank(other) - rank(one))
  const best = new Map<string, WordedFinding>()
  for (const worded of sorted) {
    const key = `${worded.finding.kind} ${worded.finding.subject}`
    if (!best.has(key)) best.set(key, worded)
  }
  return [...best.values()]
}

/** A slump that goes on is the same slump. */
function isSame(known: KnownMoment, { kind, subject, detected_at }: Finding): boolean {
  if (known.kind !== kind) return false
  if (kind !== 'slump') return known.subject === subject
  const groupOf = (text: string): string => text.split(':').slice(0, 2).join(':')
  const gapMs = Math.abs(detected_at.getTime() - known.detected_at.getTime())
  return groupOf(known.subject) === groupOf(subject) && gapMs < slumpGapMs
}

function dayIn(timeZone: string): (at: Date) => string {
  // Canadian dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' })
  return (at) => format.format(at)
}

async function insert(
  tx: Transaction<DB>,
  projectId: string,
  added: readonly WordedFinding[],
  isAutoDrafted: boolean,
): Promise<void> {
  if (added.length === 0) return
  const rows = added.map(({ finding, headline, reasoning }) => ({
    id: newId(finding.detected_at.getTime()),
    project_id: projectId,
    story_id: finding.story_id,
    kind: finding.kind,
    severity: finding.severity,
    subject: finding.subject,
    headline,
    reasoning,
    data_snapshot: JSON.stringify(finding.snapshot),
    detected_at: finding.detected_at,
    alerted_at: isAlerting(finding.severity) ? sql<Date>`now()` : null,
    is_draft_due: isAutoDrafted && isAlerting(finding.severity) && finding.story_id !== null,
  }))
  const made: MomentRow[] = await tx.insertInto('moments').values(rows).returning(momentColumns).execute()
  await appendEvents(
    tx,
    made.map((row) => ({
      projectId,
      event: 'moment.detected' as const,
      data: { moment: serializeMoment(row) },
      ...(row.story_id ? { storyId: row.story_id } : {}),
    })),
  )
}

/** Sends no event: the moment is already known. */
async function raise(
  tx: Transaction<DB>,
  id: string,
  { finding, headline, reasoning }: WordedFinding,
  isAutoDrafted: boolean,
): Promise<void> {
  const isAlert = isAlerting(finding.severity)
  await tx
    .updateTable('moments')
    .set({
      severity: finding.severity,
      headline,
      reasoning,
      data_snapshot: JSON.stringify(finding.snapshot),
      severity_since: sql<Date>`now()`,
      ...(isAlert ? { alerted_at: sql<Date>`coalesce(alerted_at, now())` } : {}),
      ...(isAlert && isAutoDrafted
        ? { is_draft_due: sql<boolean>`story_id is not null and draft_story_id is null and status = 'new'` }
        : {}),
    })
    .where('id', '=', id)
    .execute()
}
