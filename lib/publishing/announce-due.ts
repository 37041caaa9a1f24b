import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@/lib/clock'
import { afterCommit, database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { type DueItem, itemsDueWithin } from './due'

/** Inngest's `publish-due` looks this far ahead, once a minute. */
export const announcedAheadSeconds = 90

/** A scheduler that does not answer must not hold up the request; its next look finds the rows as well. */
const announcerMaxMs = 2_000

type Announcer = (items: DueItem[]) => Promise<void>

// On globalThis because Next loads a module once per bundle.
const globals = globalThis as { storycastDueAnnouncer?: Announcer }

/** Where a scheduler starts each row at its time: has it told of rows that come due before its next look. */
export function setDueAnnouncer(announcer: Announcer): void {
  globals.storycastDueAnnouncer = announcer
}

/** A row as it has just been written. */
type WrittenRow = { status: string; next_attempt_at: unknown }

/** Announces rows that were just written and are due before the scheduler's next look, once they are committed. */
export async function announceDueRows(projectId: string, rows: readonly WrittenRow[]): Promise<void> {
  const untilMs = systemClock().getTime() + announcedAheadSeconds * 1_000
  if (rows.some((row) => row.status === 'approved' && timeOf(row) <= untilMs)) await announceDueOf(projectId)
}

/** Announces all rows of a project that are due before the scheduler's next look, after the open transaction. */
export async function announceDueOf(projectId: string): Promise<void> {
  if (!globals.storycastDueAnnouncer) return
  await afterCommit(`announce due rows of ${projectId}`, () => announce(projectId))
}

const timeOf = ({ next_attempt_at }: WrittenRow): number =>
  next_attempt_at === null ? Number.POSITIVE_INFINITY : new Date(next_attempt_at as string | Date).getTime()

async function announce(projectId: string): Promise<void> {
  try {
    const items = await itemsDueWithin(database(), announcedAheadSeconds, { projectId })
    if (items.length === 0) return
    const sent = globals.storycastDueAnnouncer?.(items)
    const late = sleep(announcerMaxMs, 'late', { ref: false })
    if ((await Promise.race([sent, late])) === 'late') throw new Error(`No answer within ${announcerMaxMs} ms.`)
  } catch (error) {
    log.warn('due.not_announced', { project_id: projectId, cause: error })
  }
}
