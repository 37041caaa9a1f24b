'use client'

import { CircleCheck } from 'lucide-react'
import Link from 'next/link'
import { ChannelIcon } from '@/components/channels/channel-icon'
import { nameChannels } from '@/components/channels/channel-names'
import { formatRelative } from '@/components/time/formats'
import type { Tone } from '@/components/ui/badge'
import { IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import type { Notification, WaitingStory } from '@/lib/notifications/contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { Reason } from './notification-reason'
import { kinds, pathOf, settledText, titleOf } from './notification-text'

const tones: Record<Tone, string> = {
  good: 'bg-good-wash text-good',
  info: 'bg-info-wash text-info',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  quiet: 'bg-quiet-wash text-quiet',
}

type RowProps = {
  notification: Notification
  now: Date
  onRead: () => void
  onLeave?: () => void
  /** Cut off long reasons. */
  isShort?: boolean
}

/** A notification. Following its link marks it as read. */
export function NotificationRow({ notification, now, onRead, onLeave, isShort = false }: RowProps) {
  const { kind, channel, created_at, is_read, is_settled } = notification
  const { Icon, tone } = kinds[kind]
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-quiet-wash">
      <span
        className={classes(
          'mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full',
          tones[is_settled ? 'quiet' : tone],
        )}
      >
        {is_settled ? <CircleCheck aria-hidden size={17} /> : <Icon aria-hidden size={17} />}
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <Link
          href={pathOf(notification)}
          onClick={() => {
            if (!is_read) onRead()
            onLeave?.()
          }}
          className={classes('after:absolute after:inset-0', !is_read && 'font-semibold')}
        >
          {!is_read && <span className="sr-only">Unread: </span>}
          {titleOf(notification)}
        </Link>
        <p className={classes('text-sm', isShort && 'line-clamp-3')}>
          {is_settled ? settledText(notification) : <Reason notification={notification} now={now} />}
        </p>
        <p className="flex items-center gap-1.5 pt-0.5 text-sm text-ink-soft">
          {channel && <ChannelIcon channel={channel} size={14} />}
          <time dateTime={created_at} suppressHydrationWarning>
            {formatRelative(created_at, now)}
          </time>
        </p>
      </div>
      {!is_read && (
        <IconButton
          label={`Mark as read: ${titleOf(notification)}`}
          onClick={onRead}
          className="relative z-10 -mt-1 -mr-2"
        >
          <span aria-hidden className="size-2.5 rounded-full bg-accent" />
        </IconButton>
      )}
    </li>
  )
}

type WaitingProps = { waiting: WaitingStory; projectId: string; now: Date; onLeave?: () => void }

/** A story that the user can approve. */
export function WaitingRow({ waiting, projectId, now, onLeave }: WaitingProps) {
  const { story, channels, scheduled_at, is_read } = waiting
  const { Icon, tone } = kinds.approval_waiting
  return (
    <li className="relative flex items-start gap-3 px-4 py-3 hover:bg-quiet-wash">
      <span className={classes('mt-0.5 flex size-8 shrink-0 items-center justify-center rounded-full', tones[tone])}>
        <Icon aria-hidden size={17} />
      </span>
      <div className="min-w-0 flex-1 wrap-anywhere">
        <Link
          href={`/${projectId}/stories/${story.id}`}
          onClick={onLeave}
          className={classes('after:absolute after:inset-0', !is_read && 'font-semibold')}
        >
          “{headlineOf(story)}” needs your approval
        </Link>
        <p className="text-sm text-ink-soft" suppressHydrationWarning>
          {scheduled_at && `${dueText(scheduled_at, now)} on `}
          {nameChannels(channels)}
        </p>
      </div>
    </li>
  )
}

const dueText = (at: string, now: Date): string =>
  `${new Date(at) > now ? 'Due' : 'Was due'} ${formatRelative(at, now)}`
