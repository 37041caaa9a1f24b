import { storage } from '@/lib/storage/storage'
import type { StoryComment } from './contract'
import type { CommentRow } from './repository'

type Reader = { userId: string; managesComments: boolean }

export const serializeComment = (row: CommentRow, reader: Reader): StoryComment => {
  const isOwn = row.user_id === reader.userId
  return {
    id: row.id,
    story_id: row.story_id,
    project_id: row.project_id,
    audience: row.audience,
    author: authorOf(row),
    body: row.body,
    mentions: row.mentioned,
    can_edit: isOwn,
    can_delete: isOwn || reader.managesComments,
    edited_at: row.edited_at?.toISOString() ?? null,
    resolved: row.resolved_at && { at: row.resolved_at.toISOString(), by: row.resolver_name ?? 'Former member' },
    created_at: row.created_at.toISOString(),
  }
}

export const authorOf = (row: CommentRow): StoryComment['author'] =>
  row.reviewer_name === null
    ? {
        kind: 'member',
        user_id: row.user_id,
        name: row.author_name ?? 'Former member',
        photo_url: row.photo_path === null ? null : storage().publicUrl(row.photo_path),
      }
    : { kind: 'client', user_id: null, name: row.reviewer_name, photo_url: null }
