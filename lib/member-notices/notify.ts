import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { newId } from '@/lib/ids'

/** Kinds of notifications that are for some members only. */
export const memberNoticeKinds = ['mention', 'story_comment', 'client_review'] as const

export type MemberNotice = {
  projectId: string
  kind: (typeof memberNoticeKinds)[number]
  /** Null for a note in the inbox. */
  storyId: string | null
  commentId: string | null
  noteId?: string
  /** The person who caused it. */
  personName: string
  /** What happened: `mentioned`, `commented`, `approved` or `changes_requested`. */
  code: string
  message: string
}

const shownChars = 300

/** Writes one notification per member, in the transaction of the change. The job `collect-digests` mails them. */
export async function notifyMembers(
  tx: Transaction<DB>,
  userIds: readonly string[],
  { projectId, kind, storyId, commentId, noteId, personName, code, message }: MemberNotice,
): Promise<void> {
  if (userIds.length === 0) return
  const rows = [...new Set(userIds)].map((user_id) => ({
    id: newId(),
    project_id: projectId,
    user_id,
    kind,
    story_id: storyId,
    comment_id: commentId,
    note_id: noteId ?? null,
    person_name: personName,
    code,
    message: [...message].slice(0, shownChars).join(''),
  }))
  await tx.insertInto('member_notices').values(rows).execute()
}
