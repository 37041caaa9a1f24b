'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { call } from '@/lib/api/client'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { listConversations } from '@/lib/openapi/operations.generated'
import { type InboxFilter, listSize, queryOf } from '../data/inbox-filter'
import { type ConversationPage, inboxKeys, livePollMs } from '../data/inbox-keys'
import { isInOrder, keepOrder, withNewest } from '../data/live-list'

/** The newest page is live; the others change seldom. */
const olderPollMs = 15_000

type Options = {
  filter: InboxFilter
  openId: string | null
  /** The list is scrolled: its order stays, and new conversations are only counted. */
  isHeld: boolean
  initial: ConversationPage | undefined
}

/** What is on the screen. */
type Shown = { key: string; order: readonly InboxConversation[]; dropped: ReadonlySet<string> }

/** Conversations, the latest message first. */
export function useLiveList(projectId: string, { filter, openId, isHeld, initial }: Options) {
  const key = inboxKeys.list(projectId, filter)
  const load = (cursor: string | undefined, signal: AbortSignal): Promise<ConversationPage> =>
    call(listConversations, { project_id: projectId, limit: listSize, cursor, ...queryOf(filter) }, { signal })
  const pages = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    ...cursorPages,
    placeholderData: (before, query) => (query?.queryKey[1] === projectId ? before : undefined),
    ...(initial ? startingWith(initial) : {}),
    refetchInterval: isHeld ? false : olderPollMs,
  })
  const newest = useInfiniteQuery({
    queryKey: [...key, 'newest'],
    queryFn: ({ signal }) => load(undefined, signal),
    ...cursorPages,
    enabled: pages.data !== undefined && !pages.isPlaceholderData,
    refetchInterval: livePollMs,
  })
  const loaded = pages.data?.pages.flatMap((page) => page.conversations) ?? []
  const [head] = newest.data?.pages ?? []
  const isHeadNewer = head && newest.dataUpdatedAt >= pages.dataUpdatedAt && !pages.isPlaceholderData
  const merged = isHeadNewer ? withNewest(loaded, head.conversations, head.next_cursor !== null) : loaded
  const current = useWithOpen(merged, { filter, openId })
  const shown = useRef<Shown>({ key: '', order: [], dropped: new Set() })
  const { order, dropped } = shown.current
  const held =
    isHeld && shown.current.key === key[3] ? keepOrder(order, current, { hasMore: pages.hasNextPage, dropped }) : null
  const list = held?.list ?? current
  shown.current = { key: key[3], order: held?.order ?? current, dropped: held ? dropped : new Set() }
  const fetchNextPage = async (): Promise<void> => {
    const end = list.at(-1)?.last_message_at ?? ''
    for (;;) {
      const { data, hasNextPage } = await pages.fetchNextPage()
      // Of a held list, newer pages can have been loaded meanwhile.
      const reached = data?.pages.at(-1)?.conversations.at(-1)?.last_message_at ?? ''
      if (!hasNextPage || reached < end) return
    }
  }
  return {
    list,
    /** Conversations above a held list. Null: it is up to date. */
    arrived: held && (held.arrived > 0 || !isInOrder(held.list)) ? held.arrived : null,
    query: {
      isPending: pages.isPending,
      error: pages.error ?? newest.error,
      refetch: async () => Promise.all([pages.refetch(), newest.refetch()]),
      hasNextPage: pages.hasNextPage,
      isFetchingNextPage: pages.isFetchingNextPage,
      fetchNextPage,
    },
    /** Conversations that were changed here: those in `left` leave a held list, the others are in it again. */
    setLeft: (changed: readonly string[], left: ReadonlySet<string>): void => {
      const others = [...shown.current.dropped].filter((id) => !changed.includes(id))
      shown.current.dropped = new Set([...others, ...left])
    },
  }
}

export type LiveList = ReturnType<typeof useLiveList>

type Open = Pick<Options, 'filter' | 'openId'>

/** In the unread list, the conversation that is being read stays until another is opened. */
function useWithOpen(list: readonly InboxConversation[], { filter, openId }: Open): readonly InboxConversation[] {
  const last = useRef<InboxConversation | null>(null)
  const open = list.find(({ id }) => id === openId)
  if (open) last.current = open
  const kept = last.current
  if (!filter.isUnread || open || kept?.id !== openId || kept.status !== 'open') return list
  const byTime = (one: InboxConversation, other: InboxConversation): number =>
    other.last_message_at.localeCompare(one.last_message_at)
  return [...list, { ...kept, unread_count: 0 }].sort(byTime)
}
