'use client'

import { SendHorizontal } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { RoleNote, useMay } from '@/components/projects/role'
import { modKey } from '@/components/shortcuts/mod-key'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { KeyHint } from '@/components/ui/data/key-hint'
import { Notice } from '@/components/ui/notice'
import { useUnsentText } from '@/components/unsent/unsent-text'
import type { InboxConversation, ReplyWindow } from '@/lib/inbox/resource-contract'
import { personOf } from '../data/person'
import { SavedReplies } from './saved-replies'
import { isKeptAsFailed, replyName, useReply } from './use-reply'

type Props = {
  conversation: InboxConversation
  replyWindow: ReplyWindow
  now: Date
  ref: Ref<HTMLTextAreaElement>
  onSend: () => void
}

/** Says before sending until when a reply is possible, or why it is not. */
export function ReplyBox({ conversation, replyWindow, now, ref, onSend }: Props) {
  const { id, project_id, kind, platform } = conversation
  const { text, idempotencyKey, change, clear, restore } = useUnsentText(project_id, replyName(id))
  const reply = useReply(conversation)
  const mayAnswer = useMay('stories:publish')
  if (!mayAnswer) return <RoleNote scope="stories:publish" to="answer" className="p-3 text-sm text-ink-soft" />
  if (!replyWindow.is_open) {
    return (
      <div className="p-3">
        <Notice tone="warn" title="You cannot reply now">
          {replyWindow.reason}
        </Notice>
      </div>
    )
  }
  const send = (): void => {
    const body = text.trim()
    if (body === '' || reply.isPending) return
    clear()
    onSend()
    reply.mutate(
      { body, idempotencyKey },
      {
        // The same key, so that a reply that did arrive is not sent twice.
        onError: (error) => !isKeptAsFailed(error) && restore({ text, idempotencyKey }),
      },
    )
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
    event.preventDefault()
    send()
  }
  const isPublic = kind === 'comment'
  return (
    <section aria-label="Reply" className="flex flex-col gap-2 p-3">
      {reply.error && !isKeptAsFailed(reply.error) && <ErrorNote error={reply.error} title="Not sent" />}
      <WindowNote {...{ conversation, replyWindow, now }} />
      <div className="rounded-xl border border-line-strong bg-surface focus-within:border-accent focus-within:ring-2 focus-within:ring-accent-wash">
        <textarea
          ref={ref}
          aria-label={`Reply to ${personOf(conversation)}`}
          aria-keyshortcuts="R"
          placeholder={isPublic ? 'Write a public reply' : `Write a message on ${channelNames[platform]}`}
          value={text}
          onChange={(event) => change(event.target.value)}
          onKeyDown={onKeyDown}
          className="block field-sizing-content max-h-48 min-h-16 w-full resize-none rounded-t-xl bg-transparent px-3 py-2.5 outline-none placeholder:text-ink-soft pointer-coarse:text-base"
        />
        <div className="flex items-center justify-between gap-3 p-1.5">
          <SavedReplies
            projectId={project_id}
            conversationId={id}
            text={text}
            onInsert={(saved) => change(text ? `${text}\n${saved}` : saved)}
          />
          <p className="ml-auto flex items-center text-xs text-ink-soft pointer-coarse:hidden @max-6xl:hidden">
            <KeyHint keys={[modKey(), 'Enter']} />
            <span className="sr-only">Ctrl or Command and Enter</span>&nbsp;sends
          </p>
          <Button
            isSmall
            tone="primary"
            onClick={send}
            icon={<SendHorizontal aria-hidden size={16} />}
            disabled={text.trim() === ''}
          >
            {isPublic ? 'Reply' : 'Send'}
          </Button>
        </div>
      </div>
    </section>
  )
}

function WindowNote({ conversation, replyWindow, now }: Pick<Props, 'conversation' | 'replyWindow' | 'now'>) {
  const { until, human_until } = replyWindow
  const network = channelNames[conversation.platform]
  if (until === null || human_until === null)
    return <p className="text-xs text-ink-soft">Everyone who sees the post can read your reply.</p>
  if (new Date(until) > now) {
    return (
      <p className="text-xs text-ink-soft">
        You can reply until <Time at={until} />, 24 hours after the last message from {personOf(conversation)}.
      </p>
    )
  }
  return (
    <Notice tone="info" title="Personal replies only">
      The last message is older than 24 hours. {network} accepts replies written by a person until{' '}
      <Time at={human_until} />, and no advertising.
    </Notice>
  )
}
