'use client'

import { AlarmClock, Archive, CircleCheck, MessageCircle, Send, ShieldAlert } from 'lucide-react'
import { Avatar } from '@/components/account/avatar'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { dayOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { classes } from '@/components/ui/classes'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import type { Member } from '@/lib/members/contract'
import { kindText, personOf, previewText } from '../data/person'

type Props = {
  conversation: InboxConversation
  team: readonly Member[]
  now: Date
  isOpen: boolean
  onOpen: () => void
  /** Null without the right to change conversations. */
  selection: { isSelected: boolean; hasAny: boolean; onToggle: (isRange: boolean) => void } | null
}

export function ConversationRow({ conversation, team, now, isOpen, onOpen, selection }: Props) {
  const { id, platform, kind, unread_count: unread, last_message_at: at, assignee_id } = conversation
  const assignee = team.find(({ user_id }) => user_id === assignee_id)
  const person = personOf(conversation)
  const isMarked = selection?.hasAny === true
  const KindIcon = kind === 'comment' ? MessageCircle : Send
  return (
    <li
      data-conversation={id}
      className={classes(
        'group/row relative flex scroll-mt-10 items-start gap-3 border-b max-md:scroll-mt-26 border-line px-3 py-2.5 [contain-intrinsic-size:auto_3.75rem] [content-visibility:auto]',
        isOpen || selection?.isSelected ? 'bg-accent-wash' : 'hover:bg-hover',
      )}
    >
      <span className="relative flex size-8 shrink-0">
        <span className={classes('flex', selection && (isMarked ? 'opacity-0' : 'group-hover/row:opacity-0'))}>
          <ChannelAvatar channel={platform} name={person} />
        </span>
        {selection && (
          <label
            className={classes(
              'absolute -inset-1 z-10 flex cursor-pointer items-center justify-center rounded-full',
              !isMarked && 'opacity-0 group-hover/row:opacity-100 focus-within:opacity-100',
            )}
          >
            <input
              type="checkbox"
              aria-label={`Select the conversation with ${person}`}
              checked={selection.isSelected}
              onChange={(event) => selection.onToggle((event.nativeEvent as MouseEvent).shiftKey)}
              className="size-4 accent-(--accent-fill)"
            />
          </label>
        )}
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-1.5">
          <button
            type="button"
            aria-current={isOpen || undefined}
            onClick={onOpen}
            className={classes(
              'min-w-0 truncate text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-(--focus)',
              unread > 0 ? 'font-semibold' : 'font-medium',
            )}
          >
            {person}
            <span className="sr-only">
              , {kindText(conversation)}
              {unread > 0 && `, ${unread} unread`}
            </span>
          </button>
          <KindIcon aria-hidden size={12} className="shrink-0 text-ink-soft" />
          <span className="ml-auto shrink-0 text-xs text-ink-soft">
            <MessageTime at={at} now={now} />
          </span>
        </div>
        <div className="flex min-h-5 items-center gap-2">
          <p className={classes('min-w-0 flex-1 truncate text-sm', unread > 0 ? 'text-ink' : 'text-ink-soft')}>
            {previewText(conversation, team)}
          </p>
          {assignee && (
            <span title={`Assigned to ${assignee.name}`} className="flex">
              <Avatar name={assignee.name} photoUrl={assignee.photo_url} className="size-5 text-[0.5625rem]" />
              <span className="sr-only">Assigned to {assignee.name}</span>
            </span>
          )}
          {unread > 0 && (
            <span
              aria-hidden
              className="min-w-5 rounded-full bg-accent-fill px-1.5 text-center text-xs leading-5 font-semibold text-on-accent tabular-nums"
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </div>
        <RowFacts conversation={conversation} />
      </div>
    </li>
  )
}

/** What is not plain: a snooze, another status, tags. */
function RowFacts({ conversation: { status, archived, snoozed_until, tags } }: { conversation: InboxConversation }) {
  if (status === 'open' && !archived && tags.length === 0) return null
  return (
    <p className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-soft">
      {status === 'snoozed' && snoozed_until && (
        <span className="flex items-center gap-1 text-warn">
          <AlarmClock aria-hidden size={12} /> Until <Time at={snoozed_until} style="compact" />
        </span>
      )}
      {status === 'resolved' && (
        <span className="flex items-center gap-1 text-good">
          <CircleCheck aria-hidden size={12} /> Resolved
        </span>
      )}
      {status === 'spam' && (
        <span className="flex items-center gap-1 text-bad">
          <ShieldAlert aria-hidden size={12} /> Spam
        </span>
      )}
      {archived && (
        <span className="flex items-center gap-1">
          <Archive aria-hidden size={12} /> Archived
        </span>
      )}
      {tags.slice(0, 3).map((tag) => (
        <span key={tag} className="max-w-28 truncate rounded-full bg-quiet-wash px-1.5 leading-4.5 text-quiet">
          {tag}
        </span>
      ))}
      {tags.length > 3 && <span>+{tags.length - 3}</span>}
    </p>
  )
}

/** The time of today’s messages, the day of others. */
export function MessageTime({ at, now }: { at: string; now: Date }) {
  const { timeZone } = useZone()
  const isToday = dayOf(at, timeZone) === dayOf(now, timeZone)
  return <Time at={at} style={isToday ? 'time' : 'dayOfMonth'} />
}
