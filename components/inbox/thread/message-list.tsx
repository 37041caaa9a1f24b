'use client'

import { CircleAlert, EyeOff, Image, type LucideIcon, Mic, Paperclip, Share2, Video } from 'lucide-react'
import { Fragment } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { useMay } from '@/components/projects/role'
import { dayOf } from '@/components/time/local-time'
import { Time, useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { withKeys } from '@/components/ui/data/with-keys'
import type { InboxConversation, InboxMessage } from '@/lib/inbox/resource-contract'
import type { Member } from '@/lib/members/contract'
import { authorText } from '../data/person'
import { useTeam } from '../data/use-inbox'
import { CommentMenu } from './comment-menu'

type Props = {
  messages: readonly InboxMessage[]
  conversation: InboxConversation
  /** Puts the text of a failed reply into the reply box. Null if replying is not possible. */
  onEdit: ((text: string) => void) | null
}

/** Messages with a line for each new day. */
export function MessageList({ messages, conversation, onEdit }: Props) {
  const { timeZone } = useZone()
  const team = useTeam(conversation.project_id)
  return (
    <ol aria-label="Messages" className="flex flex-col gap-3">
      {messages.map((message, index) => {
        const before = messages[index - 1]
        const isNewDay = !before || dayOf(before.sent_at, timeZone) !== dayOf(message.sent_at, timeZone)
        return (
          <Fragment key={message.id}>
            {isNewDay && (
              <li className="flex items-center gap-3 text-xs text-ink-soft before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
                <Time at={message.sent_at} style="weekday" />
              </li>
            )}
            <Message
              {...{ message, conversation, team, onEdit }}
              isNamed={isNewDay || !isSameAuthor(before, message)}
            />
          </Fragment>
        )
      })}
    </ol>
  )
}

const isSameAuthor = (one: InboxMessage, other: InboxMessage): boolean =>
  one.direction === other.direction && one.author_id === other.author_id && one.user_id === other.user_id

type MessageProps = Omit<Props, 'messages'> & {
  message: InboxMessage
  team: readonly Member[]
  /** The message before is from someone else. */
  isNamed: boolean
}

function Message({ message, conversation, team, onEdit, isNamed }: MessageProps) {
  const { platform, kind } = conversation
  const mayChange = useMay('stories:publish')
  const { direction, body, attachments, reactions, deleted_at, send_status, private_reply_to } = message
  const isOurs = direction === 'us'
  const isFailed = isOurs && send_status === 'failed'
  const hasMenu = mayChange && kind === 'comment' && message.external_id !== null && deleted_at === null
  return (
    <li
      data-message={direction}
      className={classes('flex max-w-[85%] flex-col gap-1', isOurs ? 'items-end self-end' : 'items-start self-start')}
    >
      <p className={classes('px-1 text-xs text-ink-soft', !isNamed && !private_reply_to && 'sr-only')}>
        <span className="font-medium text-ink">{authorText(message, platform, team)}</span>
        {private_reply_to && ' · Private reply'}
      </p>
      <div className={classes('flex max-w-full items-center gap-1', isOurs && 'flex-row-reverse')}>
        <div
          className={classes(
            'flex min-w-0 flex-col gap-2 rounded-2xl border px-3 py-2',
            isOurs ? 'rounded-br-md' : 'rounded-bl-md',
            isFailed
              ? 'border-bad bg-bad-wash'
              : isOurs
                ? 'border-transparent bg-accent-wash'
                : 'border-line bg-canvas',
          )}
        >
          {deleted_at ? (
            <p className="text-ink-soft italic">Deleted on {channelNames[platform]}</p>
          ) : (
            body && <p className="whitespace-pre-wrap wrap-anywhere">{body}</p>
          )}
          {attachments.length > 0 && <Attachments attachments={attachments} />}
        </div>
        {hasMenu && <CommentMenu {...{ conversation, message }} />}
      </div>
      {reactions.length > 0 && (
        <ul
          aria-label="Reactions"
          className="-mt-2.5 flex gap-0.5 rounded-full border border-line bg-raised px-1.5 text-sm"
        >
          {withKeys(reactions, ({ author_id }) => author_id).map(([key, { emoji }]) => (
            <li key={key}>{emoji}</li>
          ))}
        </ul>
      )}
      <MessageFacts message={message} />
      {isFailed && (
        <div className="flex max-w-full flex-col items-end gap-1">
          <p role="alert" className="flex items-start gap-1.5 text-sm text-bad">
            <CircleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
            <span className="wrap-anywhere">
              {message.error?.code === 'outcome_unknown' ? 'Send status unknown. ' : 'Not sent. '}
              {message.error?.message}
            </span>
          </p>
          {onEdit && message.error?.code !== 'window_closed' && (
            <Button isSmall onClick={() => onEdit(body)}>
              Edit and send again
            </Button>
          )}
        </div>
      )}
    </li>
  )
}

function MessageFacts({ message }: { message: InboxMessage }) {
  const { direction, send_status, sent_at, edited_at, hidden } = message
  const isOnItsWay = direction === 'us' && send_status === null
  return (
    <p className="flex flex-wrap items-center gap-x-1.5 px-1 text-xs text-ink-soft">
      <Time at={sent_at} style="time" />
      {edited_at && <span>· Edited</span>}
      {hidden && (
        <span className="flex items-center gap-1">
          · <EyeOff aria-hidden size={12} /> Hidden
        </span>
      )}
      {isOnItsWay && <span role="status">· Sending…</span>}
      {send_status === 'sent' && <span>· Sent</span>}
    </p>
  )
}

const attachmentKinds: Record<string, { label: string; Icon: LucideIcon }> = {
  image: { label: 'Image', Icon: Image },
  video: { label: 'Video', Icon: Video },
  audio: { label: 'Voice message', Icon: Mic },
  file: { label: 'File', Icon: Paperclip },
  share: { label: 'Shared post', Icon: Share2 },
  story_reply: { label: 'Reply to your story', Icon: Image },
  story_mention: { label: 'Mention in a story', Icon: Image },
}

/** Links: the files are originals at the network, which must not see who views a conversation. */
const Attachments = ({ attachments }: Pick<InboxMessage, 'attachments'>) => (
  <ul aria-label="Attachments" className="flex flex-col gap-1">
    {withKeys(attachments, ({ type, url }) => `${type} ${url}`).map(([key, { type, url }]) => {
      const { label, Icon } = attachmentKinds[type] ?? { label: 'Attachment', Icon: Paperclip }
      return (
        <li key={key} className="flex items-center gap-1.5 text-sm">
          <Icon aria-hidden size={16} className="shrink-0 text-ink-soft" />
          {url ? (
            <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
              {label}
            </a>
          ) : (
            label
          )}
        </li>
      )
    })}
  </ul>
)
