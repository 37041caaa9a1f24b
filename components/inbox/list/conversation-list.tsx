'use client'

import { Archive, CircleCheck, MailOpen, RotateCcw, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '@/components/ui/button'
import { ShowMore } from '@/components/ui/data/show-more'
import { Skeleton } from '@/components/ui/skeleton'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import type { Member } from '@/lib/members/contract'
import { plural } from '@/lib/text/number-text'
import type { Folder } from '../data/inbox-filter'
import type { ChangeConversations } from '../data/use-change-conversations'
import type { useConversations } from '../data/use-inbox'
import { ConversationRow } from './conversation-row'
import type { Selection } from './use-selection'

type Props = {
  conversations: readonly InboxConversation[]
  query: ReturnType<typeof useConversations>
  team: readonly Member[]
  folder: Folder
  openId: string | null
  now: Date
  /** Null without the right to change conversations. */
  selection: Selection | null
  change: ChangeConversations
  onOpen: (id: string) => void
  /** Shown instead of an empty list. */
  empty: ReactNode
}

export function ConversationList(props: Props) {
  const { conversations, query, team, folder, openId, now, selection, change, onOpen, empty } = props
  if (query.isPending) return <RowSkeletons />
  if (conversations.length === 0) return query.error ? null : empty
  const total = `${plural(conversations.length, 'conversation')}${query.hasNextPage ? ' and more' : ''}`
  return (
    <>
      <div className="sticky top-0 z-10 flex min-h-10 items-center gap-1 border-b border-line bg-surface pr-2 pl-2 max-md:top-14">
        {selection && <SelectAll conversations={conversations} selection={selection} />}
        {selection && selection.chosen.length > 0 ? (
          <BulkActions {...{ selection, folder, change }} />
        ) : (
          <p className="px-1 text-sm text-ink-soft">{total}</p>
        )}
      </div>
      <ul aria-label="Conversations">
        {conversations.map((conversation) => (
          <ConversationRow
            key={conversation.id}
            conversation={conversation}
            assignee={team.find(({ user_id }) => user_id === conversation.assignee_id)}
            now={now}
            isOpen={conversation.id === openId}
            onOpen={() => onOpen(conversation.id)}
            selection={
              selection && {
                isSelected: selection.ids.has(conversation.id),
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

type Selecting = { conversations: readonly InboxConversation[]; selection: Selection }

function SelectAll({ conversations, selection: { chosen, selectAll } }: Selecting) {
  const isAll = chosen.length === conversations.length
  return (
    <label className="flex size-6 shrink-0 cursor-pointer items-center justify-center pointer-coarse:size-10">
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

type BulkProps = { selection: Selection; folder: Folder; change: ChangeConversations }

function BulkActions({ selection: { chosen, clear }, folder, change }: BulkProps) {
  const [count, isResolved] = [plural(chosen.length, 'conversation'), folder === 'resolved']
  const run = (...[what, done]: [Parameters<ChangeConversations>[1], string]): void => {
    void change(chosen, what, `${count} ${done}.`)
    clear()
  }
  return (
    <section aria-label="Selected conversations" className="flex min-w-0 flex-1 items-center">
      <p role="status" className="mr-auto truncate px-1 text-sm font-medium tabular-nums">
        {chosen.length} selected
      </p>
      {isResolved ? (
        <IconButton label="Reopen" onClick={() => run({ status: 'open' }, 'reopened')}>
          <RotateCcw aria-hidden size={16} />
        </IconButton>
      ) : (
        <IconButton label="Resolve" onClick={() => run({ status: 'resolved' }, 'resolved')}>
          <CircleCheck aria-hidden size={16} />
        </IconButton>
      )}
      <IconButton label="Mark as read" onClick={() => run({ read: true }, 'marked as read')}>
        <MailOpen aria-hidden size={16} />
      </IconButton>
      {folder !== 'archived' && (
        <IconButton label="Archive" onClick={() => run({ archived: true }, 'archived')}>
          <Archive aria-hidden size={16} />
        </IconButton>
      )}
      <IconButton label="Clear selection" onClick={clear}>
        <X aria-hidden size={16} />
      </IconButton>
    </section>
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
