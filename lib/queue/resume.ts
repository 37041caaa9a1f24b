import { sql, type Transaction } from 'kysely'
import { accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isShowable } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channel-ids'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type AppError, conflict, invalid } from '@/lib/errors'
import { recordChange } from '@/lib/project-activity/record'
import { endPause, findPause, notPaused } from '@/lib/projects/pause'
import {
  type MissedWay,
  type planResume as planContract,
  plannedItemsMax,
  type resumeProject as resumeContract,
} from '@/lib/projects/pause-contract'
import { announceDueOf } from '@/lib/queue-items/announce-due'
import { lockStories } from '@/lib/stories/repository'
import { writeMoves } from './reschedule'
import { hashOfPlan, type Resolutions, resolveMissed, startTimeOf } from './resume-plan'
import { findMissed, findUsedTimes, type ListedMissed } from './resume-repository'
import { type SkippedStory, skipMissed } from './skip-missed'

type ResumeInput = { missed: MissedWay; spacing_minutes: number; starts_at?: string | undefined }
type Moments = { pausedAt: Date; now: Date }
type Decided = { missed: ListedMissed[]; resolutions: Resolutions; startsAt: Date }

const minuteMs = 60_000

/** Plans a resume without executing it. */
export async function planResume(
  context: Context,
  { id, ...input }: InputOf<typeof planContract>,
): Promise<AnswerOf<typeof planContract>> {
  const { projectId } = await accessProject(context, id, 'queue:read')
  const pause = await findPause(context.db, projectId)
  if (!pause) throw notPaused()
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(context.db)
  const now = rows[0]?.now ?? context.now
  const { missed, resolutions, startsAt } = await decide(context.db, projectId, input, {
    pausedAt: pause.paused_at,
    now,
  })
  const items = missed.map(({ id, story_id, channel, title, primary_caption, scheduled_at }) => {
    const { becomes, at } = resolutions.get(id) ?? { becomes: 'skipped' as const, at: null }
    return {
      queue_item_id: id,
      story_id,
      channel: channel as ChannelId,
      title,
      primary_caption,
      missed_at: scheduled_at.toISOString(),
      becomes,
      scheduled_at: at?.toISOString() ?? null,
    }
  })
  items.sort((one, other) => (one.scheduled_at ?? '').localeCompare(other.scheduled_at ?? ''))
  return {
    missed: missed.length,
    stories: new Set(missed.map(({ story_id }) => story_id)).size,
    ...countsOf(resolutions),
    starts_at: startsAt.toISOString(),
    ends_at: items.findLast(({ scheduled_at }) => scheduled_at !== null)?.scheduled_at ?? null,
    plan: hashOfPlan(resolutions),
    items: items.slice(0, plannedItemsMax),
  }
}

const countsOf = (resolutions: Resolutions) => {
  const count = (wanted: string): number => [...resolutions.values()].filter(({ becomes }) => becomes === wanted).length
  return { moved: count('moved'), drafts: count('draft'), skipped: count('skipped') }
}

async function decide(
  db: Database,
  projectId: string,
  { missed: way, spacing_minutes, starts_at }: ResumeInput,
  moments: Moments,
): Promise<Decided> {
  const missed = await findMissed(db, projectId, moments)
  const startsAt = startTimeOf(starts_at, moments.now)
  const spacingMs = spacing_minutes * minuteMs
  const options = { now: moments.now, spacingMs, missed: missed.map(({ id }) => id) }
  const used = way === 'spread' && missed.length > 0 ? await findUsedTimes(db, projectId, options) : []
  const resolutions = resolveMissed(way, missed, used, { startsAt, spacingMs })
  if ([...resolutions.values()].some(({ at }) => at !== null && !isShowable(at))) throw startsTooLate()
  return { missed, startsAt, resolutions }
}

const startsTooLate = (): AppError =>
  invalid('starts_at', 'is too late: the last missed post would be published after the year 9999. Use an earlier time.')

/** Ends the pause and settles missed rows in one transaction, so that workers never see only one of the two. */
export async function resumeProject(
  context: Context,
  { id, ...input }: InputOf<typeof resumeContract>,
): Promise<AnswerOf<typeof resumeContract>> {
  const access = await accessProject(context, id, 'stories:publish')
  requireRole(context, access, 'admin')
  const { projectId } = access
  return transaction(context.db, async (tx) => {
    const moments = await endPause(tx, projectId, context.principal.userId)
    await recordChange(tx, projectId, context.principal, { kind: 'resumed', detail: {} })
    const seen = await findMissed(tx, projectId, moments)
    const held = await lockAll(tx, projectId, [...new Set(seen.map(({ story_id }) => story_id))])
    // Read again under the lock.
    const { resolutions } = await decide(tx, projectId, input, moments)
    if (input.plan !== undefined && input.plan !== hashOfPlan(resolutions)) {
      throw conflict('The missed posts have changed since this plan was created. Check the new plan before you resume.')
    }
    const moved = held.flatMap(({ story, rows }) => {
      const moves = rows.flatMap((row) => {
        const at = resolutions.get(row.id)?.at
        return at ? [{ row, at }] : []
      })
      return moves.length > 0 ? [{ story, rows, moves }] : []
    })
    await writeMoves(tx, context, projectId, moved, 'resume')
    const skippedStories = held.flatMap(({ story, rows }): SkippedStory[] => {
      const own = rows.filter(({ id }) => resolutions.has(id) && resolutions.get(id)?.becomes !== 'moved')
      const becomes = own.some(({ id }) => resolutions.get(id)?.becomes === 'draft') ? 'draft' : 'skipped'
      return own.length > 0 ? [{ story, rows, own, becomes }] : []
    })
    await skipMissed(tx, context, projectId, skippedStories)
    // Rows that are due soon were not announced during the pause.
    await announceDueOf(projectId)
    return { ok: true, ...countsOf(resolutions) }
  })
}

/** Max ids per statement. */
const lockedMax = 5_000

async function lockAll(tx: Transaction<DB>, projectId: string, ids: string[]) {
  const sorted = ids.sort()
  const held: Awaited<ReturnType<typeof lockStories>> = []
  for (let from = 0; from < sorted.length; from += lockedMax) {
    held.push(...(await lockStories(tx, projectId, sorted.slice(from, from + lockedMax))))
  }
  return held
}
