'use client'

import { ArrowUp } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { ShowMore } from '@/components/ui/data/show-more'
import { Skeleton } from '@/components/ui/skeleton'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import type { Member } from '@/lib/members/contract'
import { plural } from '@/lib/text/number-text'
import type { Folder } from '../data/inbox-filter'
import type { ChangeConversations } from '../data/use-change-conversations'
import { BulkActions } from './bulk-actions'
import { ConversationRow } from './conversation-row'
import type { LiveList } from './use-live-list'
import type { Selection } from './use-selection'

type Props = {
  live: LiveList
  team: readonly Member[]
  folder: Folder
  openId: string | null
  now: Date
  /** Null without the right to change conversations. */
  selection: Selection | null
  change: ChangeConversations
  onOpen: (id: string) => void
  /** The list is scrolled, or not any more. */
  onHold: (isHeld: boolean) => void
  /** Shown instead of an empty list. */
  empty: ReactNode
}

export function ConversationList(props: Props) {
  const { live, team, folder, openId, now, selection, change, onOpen, onHold, empty } = props
  const { list: conversations, query, arrived } = live
  const top = useRef<HTMLDivElement>(null)
  if (query.isPending) return <RowSkeletons />
  if (conversations.length === 0) return query.error ? null : empty
  const total = query.hasNextPage
    ? `${conversations.length}+ conversations`
    : plural(conversations.length, 'conversation')
  return (
    <>
      <Top ref={top} onHold={onHold} />
      <div className="sticky top-0 z-10 flex min-h-10 items-center gap-3 border-b border-line bg-surface pr-2 pl-4 max-md:top-14">
        {selection && <SelectAll conversations={conversations} selection={selection} />}
        {selection && selection.chosen.length > 0 ? (
          <BulkActions {...{ selection, folder, team, change }} />
        ) : (
          <p className="text-sm text-ink-soft">{total}</p>
        )}
      </div>
      {arrived !== null && (
        <div className="pointer-events-none sticky top-12 z-10 flex h-0 justify-center max-md:top-26">
          <button
            type="button"
            onClick={() => top.current?.scrollIntoView({ block: 'nearest' })}
            className="pointer-events-auto mt-1 inline-flex h-7 items-center gap-1.5 rounded-full bg-accent-fill px-3 text-sm font-medium text-on-accent shadow-lg pointer-coarse:h-10"
          >
            <ArrowUp aria-hidden size={14} />
            {arrived === 0 ? 'New messages' : `${arrived} new`}
          </button>
        </div>
      )}
      <ul aria-label="Conversations">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            team={team}
            now={now}
            isOpen={conversation.id === openId}
            onOpen={() => onOpen(conversation.id)}
            selection={
              selection && {
                isSelected: selection.ids.has(conversation.id),
                hasAny: selection.chosen.length > 0,
                onToggle: (isRange) => selection.toggle(conversation.id, isRange),
              }
            }
          />
        ))}
      </ul>
      <ShowMore query={query} label="Show more conversations" className="justify-center p-3" isSmall />
    </>
  )
}

/** Tells whether the top of the list is in view. */
function Top({ ref, onHold }: { ref: RefObject<HTMLDivElement | null> } & Pick<Props, 'onHold'>) {
  const hold = useRef(onHold)
  useEffect(() => {
    hold.current = onHold
  })
  useEffect(() => {
    if (!ref.current) return
    const observer = new IntersectionObserver((entries) => hold.current(!entries.at(-1)?.isIntersecting))
    observer.observe(ref.current)
    return () => {
      observer.disconnect()
      hold.current(false)
    }
  }, [ref])
  return <div ref={ref} aria-hidden className="-mb-px h-px shrink-0 scroll-mt-20" />
}

type Selecting = { conversations: readonly InboxConversation[]; selection: Selection }

function SelectAll({ conversations, selection: { chosen, selectAll } }: Selecting) {
  const isAll = chosen.length === conversations.length
  return (
    <label className="flex size-6 shrink-0 cursor-pointer items-center justify-center pointer-coarse:-mx-2 pointer-coarse:size-10">
      <input
        type="checkbox"
        aria-label="Select all"
        checked={isAll}
        ref={(box) => {
          if (box) box.indeterminate = chosen.length > 0 && !isAll
        }}
        onChange={() => selectAll(!isAll)}
        className="size-4 accent-(--accent-fill)"
      />
    </label>
  )
}

const RowSkeletons = () => (
  <div role="status" className="flex flex-col">
    <span className="sr-only">Loading conversations</span>
    {[...Array(8).keys()].map((row) => (
      <div key={row} className="flex items-center gap-2.5 border-b border-line px-3 py-2.5">
        <Skeleton className="size-8 rounded-full" />
        <div className="flex flex-1 flex-col gap-1.5">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-3.5 w-full" />
        </div>
      </div>
    ))}
  </div>
)
