'use client'

import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { limitConcurrency } from '@/lib/concurrency/limit-concurrency'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { updateConversation } from '@/lib/openapi/operations.generated'
import { isListed, readInboxFilter } from './inbox-filter'
import { inboxKeys, type ListData, type ThreadData } from './inbox-keys'

export type Change = Omit<RequestTo<typeof updateConversation>, 'id'>
type Changed = { conversation: InboxConversation; change: Change }

/** Requests at once. */
const atOnce = 5

/**
 * Changes conversations: shown at once, and taken back if the server refuses.
 *
 * @param onChanged called with the conversations as they are after a change, or after its undo
 * @returns a function. With `done` (“Resolved.”) it shows a toast with undo.
 */
export function useChangeConversations(projectId: string, onChanged: (after: readonly InboxConversation[]) => void) {
  const queries = useQueryClient()
  const toast = useToast()
  const running = useRef(0)
  const run = async (changes: readonly Changed[]): Promise<boolean> => {
    running.current += 1
    onChanged(changes.map(({ conversation, change }) => withChange(conversation, change)))
    await queries.cancelQueries({ queryKey: inboxKeys.all(projectId) })
    show(queries, projectId, new Map(changes.map(({ conversation, change }) => [conversation.id, change])))
    const inTurn = limitConcurrency(atOnce)
    const answers = await Promise.allSettled(
      changes.map(({ conversation: { id }, change }) => inTurn(() => call(updateConversation, { id, ...change }))),
    )
    running.current -= 1
    const failed = answers.find((answer) => answer.status === 'rejected')
    if (failed) toast(`Not changed. ${failed.reason instanceof Error ? failed.reason.message : ''}`, 'bad')
    // An earlier answer would show the state before the later change.
    if (running.current === 0) await queries.invalidateQueries({ queryKey: inboxKeys.all(projectId) })
    return !failed
  }
  return async (conversations: readonly InboxConversation[], change: Change, done?: string): Promise<void> => {
    const isDone = await run(conversations.map((conversation) => ({ conversation, change })))
    if (!isDone || !done) return
    const back = conversations.map((conversation) => ({ conversation, change: reverse(conversation, change) }))
    toast(done, 'good', { label: 'Undo', onUndo: () => void run(back) })
  }
}

export type ChangeConversations = ReturnType<typeof useChangeConversations>

/** The change that restores these members. A snooze that has ended cannot be restored. */
function reverse({ status, snoozed_until, archived, tags, assignee_id }: InboxConversation, change: Change): Change {
  const isAsleep = status === 'snoozed' && snoozed_until !== null && Date.parse(snoozed_until) > Date.now()
  const before: Change = isAsleep ? { status, snoozed_until } : { status: status === 'snoozed' ? 'open' : status }
  return {
    ...(change.status === undefined ? {} : before),
    ...(change.archived === undefined ? {} : { archived }),
    ...(change.tags === undefined ? {} : { tags }),
    ...(change.assignee_id === undefined ? {} : { assignee_id }),
    ...(change.read === undefined ? {} : { read: !change.read }),
  }
}

/** The conversation as the server will answer. */
function withChange(conversation: InboxConversation, { read, ...change }: Change): InboxConversation {
  const { status = conversation.status, unread_count } = { ...change, unread_count: conversation.unread_count }
  return {
    ...conversation,
    ...change,
    snoozed_until: status === 'snoozed' ? (change.snoozed_until ?? conversation.snoozed_until) : null,
    unread_count: read === undefined ? unread_count : read ? 0 : Math.max(1, unread_count),
  }
}

/** Shows the changes in all lists and threads that are loaded. */
function show(queries: QueryClient, projectId: string, changes: ReadonlyMap<string, Change>): void {
  const update = (conversation: InboxConversation): InboxConversation => {
    const change = changes.get(conversation.id)
    return change ? withChange(conversation, change) : conversation
  }
  const set = <T>(key: QueryKey, data: T): void => {
    // Stays the time of the last answer, by which pages of the list are merged.
    const updatedAt = queries.getQueryState(key)?.dataUpdatedAt
    queries.setQueryData(key, data, updatedAt === undefined ? {} : { updatedAt })
  }
  for (const [key, data] of queries.getQueriesData<ListData>({ queryKey: inboxKeys.lists(projectId) })) {
    const filter = readInboxFilter(new URLSearchParams(String(key[3] ?? '')))
    if (!data) continue
    const pages = data.pages.map((page) => ({
      ...page,
      conversations: page.conversations.map(update).filter((one) => !changes.has(one.id) || isListed(one, filter)),
    }))
    set(key, { ...data, pages })
  }
  for (const [key, data] of queries.getQueriesData<ThreadData>({ queryKey: inboxKeys.threads(projectId) })) {
    if (!data) continue
    const pages = data.pages.map((page) => ({ ...page, conversation: update(page.conversation) }))
    set(key, { ...data, pages })
  }
}
