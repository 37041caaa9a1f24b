import { type ConversationKind, conversationKinds, type InboxPlatform, inboxPlatforms } from '@/lib/inbox/kinds'
import type { InboxConversation } from '@/lib/inbox/resource-contract'

/** `all` has no spam, and like the others nothing archived. */
export const folders = ['open', 'snoozed', 'resolved', 'all', 'spam', 'archived'] as const
export type Folder = (typeof folders)[number]

export type InboxFilter = {
  folder: Folder
  platform: InboxPlatform | null
  kind: ConversationKind | null
  /** `me`, `none`, or the id of a member. */
  assignee: string | null
  isUnread: boolean
  tag: string | null
  words: string
}

export const noFilter: InboxFilter = {
  folder: 'open',
  platform: null,
  kind: null,
  assignee: null,
  isUnread: false,
  tag: null,
  words: '',
}

/** Conversations in a page of the list. */
export const listSize = 40

type Search = { get(name: string): string | null }

const oneOf = <T extends string>(values: readonly T[], given: string | null): T | null =>
  values.find((value) => value === given) ?? null

const assigneeForm = /^(me|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The filter in the URL of the screen. Unknown values are ignored. */
export function readInboxFilter(search: Search): InboxFilter {
  const assignee = search.get('assignee')
  return {
    folder: oneOf(folders, search.get('status')) ?? 'open',
    platform: oneOf(inboxPlatforms, search.get('platform')),
    kind: oneOf(conversationKinds, search.get('kind')),
    assignee: assignee && assigneeForm.test(assignee) ? assignee : null,
    isUnread: search.get('unread') === 'true',
    tag: search.get('tag')?.trim().slice(0, 50) || null,
    words: (search.get('q') ?? '').trim().slice(0, 200),
  }
}

/** @param conversationId the open one */
export function writeInboxFilter(filter: InboxFilter, conversationId: string | null = null): string {
  const { folder, platform, kind, assignee, isUnread, tag, words } = filter
  const given = {
    status: folder === 'open' ? null : folder,
    ...{ platform, kind, assignee, tag },
    unread: isUnread ? 'true' : null,
    q: words || null,
    conversation: conversationId,
  }
  const members = Object.entries(given).flatMap(([name, value]) => (value === null ? [] : [[name, value]]))
  return members.length > 0 ? `?${new URLSearchParams(members)}` : ''
}

const statusesOf: Record<Folder, readonly InboxConversation['status'][]> = {
  open: ['open'],
  snoozed: ['snoozed'],
  resolved: ['resolved'],
  all: ['open', 'snoozed', 'resolved'],
  spam: ['spam'],
  archived: ['open', 'snoozed', 'resolved', 'spam'],
}

/** The filter as query of the API. */
export const queryOf = ({ folder, platform, kind, assignee, isUnread, tag, words }: InboxFilter) => ({
  status: statusesOf[folder].join(),
  ...(folder === 'archived' ? { archived: 'true' as const } : {}),
  ...(platform ? { platform } : {}),
  ...(kind ? { kind } : {}),
  ...(assignee ? { assignee } : {}),
  ...(isUnread ? { unread: 'true' as const } : {}),
  ...(tag ? { tag } : {}),
  ...(words ? { q: words } : {}),
})

/**
 * Whether a changed conversation stays in the list. Not by `isUnread`, because the one that is being read should stay.
 */
export function isListed(conversation: InboxConversation, { folder, assignee, tag }: InboxFilter): boolean {
  const { status, archived, assignee_id, tags } = conversation
  if (!statusesOf[folder].includes(status) || archived !== (folder === 'archived')) return false
  if (assignee === 'none' && assignee_id !== null) return false
  // Whose id `me` is only the server knows.
  if (assignee !== null && assignee !== 'none' && assignee_id === null) return false
  return tag === null || tags.includes(tag)
}
