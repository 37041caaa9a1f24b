import { captionHash } from '@/lib/captions/corpus/caption-hash'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { insertConnector } from '../connectors/connectors'
import type { Caller } from '../faults/callers'
import { insertConversation } from '../inbox/conversations'
import { aMoment } from '../moments/moments'

/** Ids of resources for planning. Each list has one of another user, and one that does not exist. */
export type PlanningPools = Record<
  | 'template'
  | 'recurring'
  | 'automation'
  | 'pillar'
  | 'savedSearch'
  | 'hashtagSet'
  | 'calendarNote'
  | 'mediaFolder'
  | 'reportLink'
  | 'moment'
  | 'caption'
  | 'connector'
  | 'import'
  | InboxThing,
  string[]
>
type InboxThing = 'conversation' | 'inboxMessage' | 'inboxNote' | 'savedReply'

/** Enough that some are left after the requests that delete them. */
const ownCount = 12

export async function insertPlanning(mine: Caller, theirs: Caller): Promise<PlanningPools> {
  const owners = [...Array.from({ length: ownCount }, () => mine), theirs]
  const rows = owners.map((owner) => {
    const id = newId()
    return { owner, base: { id, project_id: owner.projectId, name: `Fuzz ${id}` } }
  })
  const db = database()
  await db
    .insertInto('templates')
    .values(rows.map(({ base }) => ({ ...base, caption: 'Fresh bread', channels: ['x'] })))
    .execute()
  await db
    .insertInto('pillars')
    .values(rows.map(({ base }, position) => ({ ...base, content_type: `fuzz-${base.id}`, position })))
    .execute()
  await db
    .insertInto('saved_searches')
    .values(rows.map(({ base, owner }) => ({ ...base, user_id: owner.userId, filter: '{}' })))
    .execute()
  await db
    .insertInto('media_folders')
    .values(rows.map(({ base }) => base))
    .execute()
  await db
    .insertInto('hashtag_sets')
    .values(rows.map(({ base }) => ({ ...base, tags: ['#bread'] })))
    .execute()
  await db
    .insertInto('calendar_notes')
    .values(rows.map(({ base: { id, project_id, name } }) => ({ id, project_id, day: '2031-05-01', text: name })))
    .execute()
  await db
    .insertInto('report_links')
    .values(
      rows.map(({ base: { id, project_id, name }, owner }) => ({
        ...{ id, project_id, created_by: owner.userId, token_hash: Buffer.from(name), metric: 'impressions' },
        ...{ first_day: '2026-01-01', last_day: '2026-01-31', expires_at: new Date('2036-01-01') },
      })),
    )
    .execute()
  await db
    .insertInto('recurring_templates')
    .values(
      rows.map(({ base }) => ({
        ...base,
        story: JSON.stringify({ caption: 'Fresh bread', channels: ['x'] }),
        cadence: JSON.stringify({ kind: 'daily', time: '09:00' }),
        timezone: 'UTC',
        // A project can have 100 active ones.
        active: false,
        create_ahead_minutes: 1_440,
        covered_through: new Date(),
      })),
    )
    .execute()
  await db
    .insertInto('automations')
    .values(
      rows.map(({ base }) => ({
        ...base,
        trigger: JSON.stringify({ kind: 'moment', kinds: null, min_severity: null }),
        template_id: base.id,
        channels: ['x'],
        mode: 'draft' as const,
        schedule: JSON.stringify({ kind: 'next_free_time' }),
        attach_media: true,
        active: false,
      })),
    )
    .execute()
  await db
    .insertInto('caption_corpus')
    .values(
      rows.map(({ base: { id, project_id, name } }) => ({
        ...{ id, project_id, caption: name, caption_hash: captionHash(name) },
        ...{ source: 'manual', approved: true },
      })),
    )
    .execute()
  await Promise.all(rows.map(({ base: { id, project_id } }) => insertConnector({ id, projectId: project_id })))
  await db
    .insertInto('imports')
    .values(
      rows.map(({ base: { id, project_id } }, index) => ({
        ...{ id, project_id, actor: `user:${mine.userId}`, source: 'unknown' as const },
        ...{ header: ['text', 'channels'], fields: ['text', 'channels'] as const },
        options: JSON.stringify({ timezone: 'UTC', channels: [], mode: 'schedule', date_order: 'auto' }),
        // Only a preview can be confirmed, and only a finished one undone.
        state: index % 2 === 0 ? ('preview' as const) : ('done' as const),
        expires_at: new Date(Date.now() + 86_400_000),
      })),
    )
    .execute()
  const preview = {
    caption: 'Fresh bread',
    title: null,
    channels: ['x'],
    media_urls: [],
    link: null,
    scheduled_at: null,
  }
  await db
    .insertInto('import_rows')
    .values(
      rows.map(({ base: { id } }) => ({
        ...{ import_id: id, row: 2, cells: ['Fresh bread', 'x'], status: 'ready' as const },
        ...{ preview: JSON.stringify(preview), errors: '[]', warnings: '[]' },
      })),
    )
    .execute()
  const ids = [...rows.map(({ base }) => base.id), newId()]
  const moments = await Promise.all(owners.map(({ projectId }) => aMoment(projectId)))
  return {
    ...{ template: ids, recurring: ids, automation: ids, pillar: ids, savedSearch: ids, hashtagSet: ids, caption: ids },
    calendarNote: ids,
    mediaFolder: ids,
    reportLink: ids,
    connector: ids,
    import: ids,
    ...(await someInboxes(owners)),
    moment: [...moments, newId()],
  }
}

async function someInboxes(owners: readonly Caller[]): Promise<Record<InboxThing, string[]>> {
  const made = await Promise.all(
    owners.map(async ({ projectId: project_id }) => {
      const { id, messageId } = await insertConversation({ projectId: project_id })
      const [noteId, replyId] = [newId(), newId()]
      const body = 'Fuzz'
      await database().insertInto('inbox_notes').values({ id: noteId, project_id, conversation_id: id, body }).execute()
      await database()
        .insertInto('inbox_saved_replies')
        .values({ id: replyId, project_id, name: replyId, body })
        .execute()
      return { conversation: id, inboxMessage: messageId, inboxNote: noteId, savedReply: replyId }
    }),
  )
  const idsOf = (thing: InboxThing): string[] => [...made.map((one) => one[thing]), newId()]
  return {
    conversation: idsOf('conversation'),
    inboxMessage: idsOf('inboxMessage'),
    inboxNote: idsOf('inboxNote'),
    savedReply: idsOf('savedReply'),
  }
}
