import type { InfiniteData } from '@tanstack/react-query'
import type { AnswerTo } from '@/lib/api/operation'
import type { getConversation, listConversations } from '@/lib/openapi/operations.generated'
import { type InboxFilter, writeInboxFilter } from './inbox-filter'

export const inboxKeys = {
  all: (projectId: string) => ['inbox', projectId] as const,
  lists: (projectId: string) => ['inbox', projectId, 'list'] as const,
  list: (projectId: string, filter: InboxFilter) => ['inbox', projectId, 'list', writeInboxFilter(filter)] as const,
  threads: (projectId: string) => ['inbox', projectId, 'thread'] as const,
  thread: (projectId: string, id: string) => ['inbox', projectId, 'thread', id] as const,
  person: (projectId: string, person: string) => ['inbox', projectId, 'person', person] as const,
  story: (projectId: string, storyId: string) => ['inbox', projectId, 'story', storyId] as const,
}

export type ConversationPage = AnswerTo<typeof listConversations>
export type ThreadPage = AnswerTo<typeof getConversation>
export type ListData = InfiniteData<ConversationPage, string | undefined>
export type ThreadData = InfiniteData<ThreadPage, string | undefined>

/** New messages are shown within 5 seconds: this and the job that processes them. */
export const livePollMs = 2_000
