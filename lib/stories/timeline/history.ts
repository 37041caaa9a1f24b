import { sql, type Transaction } from 'kysely'
import type { Principal } from '@/lib/auth/principal'
import type { ChannelId } from '@/lib/channel-ids'
import type { DB } from '@/lib/db/types.generated'
import { appendEvents, type NewEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import type { QueueRow } from '@/lib/queue-items/serializer'
import { type StoryRow, serializeStory } from '../serializer'

/** Actions recorded on a story's timeline. */
export type ActionKind =
  | 'created'
  | 'edited'
  | 'scheduled'
  | 'publish_requested'
  | 'cancelled'
  | 'archived'
  | 'unarchived'
  | 'reopened'
  | 'schedule_restored'
  | 'retried'
  | 'approved'
  | 'rejected'
  | 'rescheduled'
  | 'drafted'
  | 'left_out'
  | 'resynced'
  | 'pinned'
  | 'unpinned'
  | 'recurring_draft'
  | 'automation_draft'
  | 'first_comment_posted'
  | 'first_comment_failed'
  | 'first_comment_retried'
  | 'commented'
  | 'client_commented'
  | 'client_approved'
  | 'client_changes'
  | 'review_requested'

export type Action = {
  kind: ActionKind
  /** `user:<id>`, `token:<id>` or `client`, named in `detail.reviewer`; null for the system itself. */
  actor: string | null
  channel?: ChannelId
  detail?: object
}

export const actorOf = (principal: Principal): string =>
  principal.kind === 'token' ? `token:${principal.tokenId}` : `user:${principal.userId}`

type StoryRef = { id: string; project_id: string }

/** Adds a timeline entry in the transaction of the change. */
export const record = (tx: Transaction<DB>, story: StoryRef, action: Action): Promise<void> =>
  recordAll(tx, [{ story, action }])

export async function recordAll(tx: Transaction<DB>, lines: { story: StoryRef; action: Action }[]): Promise<void> {
  if (lines.length === 0) return
  const values = lines.map(({ story, action }) => ({
    id: newId(),
    project_id: story.project_id,
    story_id: story.id,
    kind: action.kind,
    actor: action.actor,
    channel: action.channel ?? null,
    detail: JSON.stringify(action.detail ?? {}),
  }))
  await tx.insertInto('timeline_entries').values(values).execute()
}

/** Edits by the same user within this time are one timeline entry, because the composer autosaves. */
const mergeMinutes = 10

/**
 * Records an edit. It extends the story's last entry if that is a recent edit by the same user; tokens and operations
 * always get their own entry.
 */
export async function recordEdit(
  tx: Transaction<DB>,
  story: StoryRef,
  edit: { actor: string; changed: readonly string[]; moved: object },
): Promise<void> {
  const { actor, changed, moved } = edit
  const isWriting = actor.startsWith('user:') && Object.keys(moved).length === 0
  if (isWriting && (await widenLast(tx, story, actor, changed))) return
  await record(tx, story, { kind: 'edited', actor, detail: { changed, ...moved } })
}

async function widenLast(
  tx: Transaction<DB>,
  { id, project_id }: StoryRef,
  actor: string,
  changed: readonly string[],
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update timeline_entries
    set detail = jsonb_build_object('changed', (
        select jsonb_agg(distinct name)
        from jsonb_array_elements(detail -> 'changed' || ${JSON.stringify(changed)}::jsonb) name
      )),
      created_at = now()
    where id = (
        select id from timeline_entries
        where story_id = ${id} and project_id = ${project_id}
        order by created_at desc, id desc
        limit 1
      )
      and kind = 'edited' and actor = ${actor} and not detail ? 'scheduled_at'
      and created_at > now() - make_interval(mins => ${mergeMinutes})`.execute(tx)
  return numAffectedRows > 0n
}

/** A publish time is confirmed once any row is approved. */
export const isConfirmed = (rows: readonly { status: string }[]): boolean =>
  rows.some(({ status }) => status === 'approved')

type Planned = { story: StoryRow; rows: readonly Pick<QueueRow, 'id' | 'status' | 'scheduled_at'>[] }

/** Whether to send `story.scheduled`: the story has a time and an approved row, and either is new or changed. */
function isScheduledAnew(before: Planned, after: Planned): boolean {
  if (after.story.scheduled_at === null || !isConfirmed(after.rows)) return false
  if (!isConfirmed(before.rows) || !isSameTime(before.story, after.story)) return true
  return after.rows.some((row) => {
    const earlier = before.rows.find(({ id }) => id === row.id)
    return row.status === 'approved' && earlier?.status === 'approved' && !isSameTime(earlier, row)
  })
}

type Timed = { scheduled_at: Date | null }
const isSameTime = (one: Timed, other: Timed): boolean => one.scheduled_at?.getTime() === other.scheduled_at?.getTime()

/** Appends `story.scheduled` if the change from `before` to `after` requires it. */
export const announceIfScheduled = (tx: Transaction<DB>, before: Planned, after: Planned, now: Date): Promise<void> =>
  announceAllScheduled(tx, [{ before, after }], now)

export function announceAllScheduled(
  tx: Transaction<DB>,
  changes: readonly { before: Planned; after: Planned }[],
  now: Date,
  via?: string,
): Promise<void> {
  const due = changes.filter(({ before, after }) => isScheduledAnew(before, after))
  return announceScheduled(
    tx,
    due.map(({ after }) => after.story),
    now,
    via,
  )
}

/** Appends `story.scheduled` for stories with a time and an approved row. */
export function announceScheduled(
  tx: Transaction<DB>,
  stories: readonly StoryRow[],
  now: Date,
  via?: string,
): Promise<void> {
  const events = stories.map((story): NewEvent => {
    const data = { story: serializeStory(story, now), ...(via ? { via } : {}) }
    return { projectId: story.project_id, storyId: story.id, event: 'story.scheduled', data }
  })
  return appendEvents(tx, events)
}
