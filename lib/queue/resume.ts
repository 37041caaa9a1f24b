import { sql, type Transaction } from 'kysely'
import type { Context } from '@/lib/api/context'
import { type AnswerOf, type InputOf, isShowable } from '@/lib/api/contract'
import type { ChannelId } from '@/lib/channels/ids'
import { type Database, transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { type AppError, conflict, invalid } from '@/lib/errors'
import { accessProject, requireRole } from '@/lib/projects/access'
import { endPause, findPause, notPaused } from '@/lib/projects/pause'
import {
  type MissedWay,
  type planResume as planContract,
  plannedItemsMax,
  type resumeProject as resumeContract,
} from '@/lib/projects/pause-contract'
import { announceDueOf } from '@/lib/publishing/announce-due'
import { lockStories } from '@/lib/stories/repository'
import { writeMoves } from './reschedule'
import { giveUp, type LeftOut } from './resume-give-up'
import { decideFates, type Fates, nameOfPlan, startOf } from './resume-plan'
import { findMissed, findTaken, type ListedMissed } from './resume-repository'

type Asked = { missed: MissedWay; spacing_minutes: number; starts_at?: string | undefined }
type Moments = { pausedAt: Date; now: Date }
type Decided = { missed: ListedMissed[]; fates: Fates; startsAt: Date }

const minuteMs = 60_000

/** What a resume would do now, without doing it. */
export async function planResume(
  context: Context,
  { id, ...asked }: InputOf<typeof planContract>,
): Promise<AnswerOf<typeof planContract>> {
  const { projectId } = await accessProject(context, id, 'queue:read')
  const pause = await findPause(context.db, projectId)
  if (!pause) throw notPaused()
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(context.db)
  const now = rows[0]?.now ?? context.now
  const { missed, fates, startsAt } = await decide(context.db, projectId, asked, { pausedAt: pause.paused_at, now })
  const items = missed.map(({ id, story_id, channel, title, primary_caption, scheduled_at }) => {
    const { becomes, at } = fates.get(id) ?? { becomes: 'skipped' as const, at: null }
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
    ...countsOf(fates),
    starts_at: startsAt.toISOString(),
    ends_at: items.findLast(({ scheduled_at }) => scheduled_at !== null)?.scheduled_at ?? null,
    plan: nameOfPlan(fates),
    items: items.slice(0, plannedItemsMax),
  }
}

const countsOf = (fates: Fates) => {
  const count = (wanted: string): number => [...fates.values()].filter(({ becomes }) => becomes === wanted).length
  return { moved: count('moved'), drafts: count('draft'), skipped: count('skipped') }
}

async function decide(
  db: Database,
  projectId: string,
  { missed: way, spacing_minutes, starts_at }: Asked,
  moments: Moments,
): Promise<Decided> {
  const missed = await findMissed(db, projectId, moments)
  const startsAt = startOf(starts_at, moments.now)
  const spacingMs = spacing_minutes * minuteMs
  const around = { now: moments.now, spacingMs, missed: missed.map(({ id }) => id) }
  const taken = way === 'spread' && missed.length > 0 ? await findTaken(db, projectId, around) : []
  const fates = decideFates(way, missed, taken, { startsAt, spacingMs })
  if ([...fates.values()].some(({ at }) => at !== null && !isShowable(at))) throw startsTooLate()
  return { missed, startsAt, fates }
}

const startsTooLate = (): AppError =>
  invalid('starts_at', 'is so late that the last of what was missed would go out after the year 9999. Begin earlier.')

/** Ends the pause and decides over what was missed, in one transaction: no worker sees the one without the other. */
export async function resumeProject(
  context: Context,
  { id, ...asked }: InputOf<typeof resumeContract>,
): Promise<AnswerOf<typeof resumeContract>> {
  const access = await accessProject(context, id, 'stories:publish')
  requireRole(context, access, 'admin')
  const { projectId } = access
  return transaction(context.db, async (tx) => {
    const moments = await endPause(tx, projectId, context.principal.userId)
    const seen = await findMissed(tx, projectId, moments)
    const held = await lockAll(tx, projectId, [...new Set(seen.map(({ story_id }) => story_id))])
    // Read again now that nobody can change it.
    const { fates } = await decide(tx, projectId, asked, moments)
    if (asked.plan !== undefined && asked.plan !== nameOfPlan(fates)) {
      throw conflict('What was missed has changed since this plan was made. Look at the new one before you resume.')
    }
    const moved = held.flatMap(({ story, rows }) => {
      const moves = rows.flatMap((row) => {
        const at = fates.get(row.id)?.at
        return at ? [{ row, at }] : []
      })
      return moves.length > 0 ? [{ story, rows, moves }] : []
    })
    await writeMoves(tx, context, projectId, moved, 'resume')
    const leftOut = held.flatMap(({ story, rows }): LeftOut[] => {
      const own = rows.filter(({ id }) => fates.has(id) && fates.get(id)?.becomes !== 'moved')
      const becomes = own.some(({ id }) => fates.get(id)?.becomes === 'draft') ? 'draft' : 'skipped'
      return own.length > 0 ? [{ story, rows, own, becomes }] : []
    })
    await giveUp(tx, context, projectId, leftOut)
    // What was not missed but is due in a moment was not announced during the pause.
    await announceDueOf(projectId)
    return { ok: true, ...countsOf(fates) }
  })
}

/** More ids than this do not fit one statement. */
const lockedMax = 5_000

async function lockAll(tx: Transaction<DB>, projectId: string, ids: string[]) {
  const sorted = ids.sort()
  const held: Awaited<ReturnType<typeof lockStories>> = []
  for (let from = 0; from < sorted.length; from += lockedMax) {
    held.push(...(await lockStories(tx, projectId, sorted.slice(from, from + lockedMax))))
  }
  return held
}
