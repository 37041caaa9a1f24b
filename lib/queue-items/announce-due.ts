import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@/lib/clock'
import { afterCommit, database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { type DueItem, itemsDueWithin } from './due'

/** Inngest's `publish-due` runs once a minute and looks this far ahead. */
export const announcedAheadSeconds = 90

/** Max wait for the scheduler, so that it cannot delay the request. Its next run finds the rows anyway. */
const announcerMaxMs = 2_000

type Announcer = (items: DueItem[]) => Promise<void>

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastDueAnnouncer?: Announcer }

/** Sets the function that announces rows due before the scheduler's next run. */
export function setDueAnnouncer(announcer: Announcer): void {
  globals.storycastDueAnnouncer = announcer
}

/** A row that was just written. */
type WrittenRow = { status: string; next_attempt_at: unknown }

/** Announces rows that were just written and are due before the scheduler's next run, after the transaction commits. */
export async function announceDueRows(projectId: string, rows: readonly WrittenRow[]): Promise<void> {
  const untilMs = systemClock().getTime() + announcedAheadSeconds * 1_000
  if (rows.some((row) => row.status === 'approved' && dueMs(row) <= untilMs)) await announceDueOf(projectId)
}

/** Announces all rows of a project that are due before the scheduler's next run, after the transaction commits. */
export async function announceDueOf(projectId: string): Promise<void> {
  if (!globals.storycastDueAnnouncer) return
  await afterCommit(`announce due rows of ${projectId}`, () => announce(projectId))
}

const dueMs = ({ next_attempt_at }: WrittenRow): number =>
  next_attempt_at === null ? Number.POSITIVE_INFINITY : new Date(next_attempt_at as string | Date).getTime()

async function announce(projectId: string): Promise<void> {
  try {
    const items = await itemsDueWithin(database(), announcedAheadSeconds, { projectId })
    if (items.length === 0) return
    const sent = globals.storycastDueAnnouncer?.(items)
    const late = sleep(announcerMaxMs, 'late', { ref: false })
    if ((await Promise.race([sent, late])) === 'late') throw new Error(`No response within ${announcerMaxMs} ms.`)
  } catch (error) {
    log.warn('due.not_announced', { project_id: projectId, cause: error })
  }
}
