import { sql, type Transaction } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { isAtLeast } from '@/lib/auth/roles'
import type { ChannelId } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict, validationError } from '@/lib/errors'
import type { QueueStatus } from '@/lib/queue-items/status'
import { announcePublished } from '@/lib/stories/published-events'
import { StoryChecks } from '../checks/story-checks'
import { contentOfRow } from '../content/content'
import { timeIssue } from '../content/schedule-time'
import { type Held, type HeldRow, lockStory, type RowChange, updateStory, writeRows } from '../repository'
import { changedResponse } from '../responses'
import { noSkipReason, statusOf, unchanged, withOwnTimes } from '../rows/row-plan'
import type { StoryRow } from '../serializer'
import { actorOf, announceIfScheduled, record } from '../timeline/history'
import type { restoreSchedule as contract } from '../undo-contract'
import { requireAllowed } from './state-checks'

/** The times and statuses of a scheduled story, kept on the timeline entry of the edit that made it a draft. */
type Schedule = {
  scheduled_at: string
  channels: { channel: ChannelId; status: QueueStatus; scheduled_at: string }[]
  /** `updated_at` of the draft. Any later change of the story has another one. */
  until: string
}

/** What `restoreSchedule` needs to undo an edit that makes a scheduled story a draft. Null for other stories. */
export function scheduleOf({ story, rows }: Held, draft: StoryRow): Schedule | null {
  if (story.status !== 'scheduled' || story.scheduled_at === null) return null
  const at = story.scheduled_at.toISOString()
  return {
    scheduled_at: at,
    channels: rows.map(({ channel, status, scheduled_at }) => ({
      channel,
      status,
      scheduled_at: scheduled_at?.toISOString() ?? at,
    })),
    until: draft.updated_at.toISOString(),
  }
}

/**
 * Gives a draft the times and approvals that it had before it became one. Refused after any other change, so that no
 * content is approved that nobody reviewed.
 */
export async function restoreSchedule(
  context: Context,
  { id }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId, role } = await accessOwned(context, 'stories', id, 'stories:publish')
  return transaction(context.db, async (tx) => {
    const checks = await StoryChecks.open(tx, projectId, context.now)
    const held = await lockStory(tx, projectId, id)
    requireAllowed(held, 'get its schedule back')
    const before = await findSchedule(tx, held.story)
    if (!before)
      throw conflict('This story was changed since it became a draft, or never had a time. Schedule it again.')
    await refuseUnpostable(checks, held, before)
    const needsApproval = ({ channel }: HeldRow): boolean =>
      checks.project.require_approval && !(isAtLeast(role, 'admin') && wasApproved(before, channel))
    const at = new Date(before.scheduled_at)
    const changes = held.rows.map((row) => restored(row, before, needsApproval(row)))
    const rows = await writeRows(tx, projectId, withOwnTimes(changes, at))
    const story = await updateStory(tx, projectId, id, { status: statusOf(rows), scheduled_at: at })
    const detail = { scheduled_at: before.scheduled_at }
    await record(tx, story, { kind: 'schedule_restored', actor: actorOf(context.principal), detail })
    await announcePublished(tx, [id])
    await announceIfScheduled(tx, held, { story, rows }, context.now)
    const lost = held.rows.filter((row) => needsApproval(row) && wasApproved(before, row.channel))
    return { ...changedResponse(story, rows), approval_lost: lost.map(({ channel }) => channel) }
  })
}

const wasApproved = ({ channels }: Schedule, channel: ChannelId): boolean =>
  channels.some((was) => was.channel === channel && was.status === 'approved')

function restored(row: HeldRow, { scheduled_at, channels }: Schedule, needsApproval: boolean): RowChange {
  const was = channels.find(({ channel }) => channel === row.channel)
  const at = new Date(was?.scheduled_at ?? scheduled_at)
  const status = needsApproval ? 'pending' : 'approved'
  return { ...unchanged(row), ...noSkipReason, status, scheduled_at: at, next_attempt_at: at, is_restarted: true }
}

/** The schedule of the last edit that made the story a draft, unless the story was changed later. */
async function findSchedule(tx: Transaction<DB>, story: StoryRow): Promise<Schedule | null> {
  const { rows } = await sql<{ before: Schedule }>`
    select detail -> 'before' as before from timeline_entries
    where story_id = ${story.id} and project_id = ${story.project_id} and kind = 'edited' and detail ? 'before'
    order by id desc limit 1`.execute(tx)
  const before = rows[0]?.before
  return before && before.until === story.updated_at.toISOString() ? before : null
}

/** Times pass and rules change while a story is a draft. A missing connection does not matter: it was scheduled without. */
async function refuseUnpostable(checks: StoryChecks, { story }: Held, { scheduled_at }: Schedule): Promise<void> {
  const late = timeIssue(new Date(scheduled_at), 'scheduled_at', checks.now)
  const { issues } = await checks.checkRules(contentOfRow(story), { isDraft: false })
  const all = late ? [late, ...issues] : issues
  if (all.length) throw validationError(all)
}
