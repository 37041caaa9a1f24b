'use client'

import { useEffect, useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { useMay } from '@/components/projects/role'
import { useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { ShowMore } from '@/components/ui/data/show-more'
import { ScrollRegion } from '@/components/ui/scroll-region'
import { Skeleton } from '@/components/ui/skeleton'
import { keepUnsent, unsentText } from '@/components/unsent/unsent-text'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { personOf } from '../data/person'
import type { Change, ChangeConversations } from '../data/use-change-conversations'
import { useThread } from '../data/use-inbox'
import { ContextPane } from './context-pane'
import { MessageList } from './message-list'
import { PostStrip } from './post-strip'
import { ReplyBox } from './reply-box'
import { ThreadHeader } from './thread-header'
import { replyName } from './use-reply'

type Props = {
  projectId: string
  id: string
  /** The conversation as the list has it. */
  listed: InboxConversation | undefined
  now: Date
  change: ChangeConversations
  onClose: () => void
  /** Opens the next conversation, after this one has left the list. */
  onDone: () => void
  onOpen: (id: string) => void
  onTag: (tag: string) => void
}

/** The messages of a conversation, and its context next to them. Mount it with the id as key. */
export function Thread(props: Props) {
  const { projectId, id, onClose } = props
  const query = useThread(projectId, id)
  const { data, error, refetch } = query
  const newest = data?.pages[0]
  if (newest) return <Opened {...props} query={query} newest={newest} />
  return (
    <div className="flex flex-col gap-4 p-4 @4xl:col-span-2">
      {error ? (
        <>
          <ErrorNote isReading error={error} title="The conversation cannot be shown" onRetry={() => void refetch()} />
          <Button className="self-start" onClick={onClose}>
            Back to the list
          </Button>
        </>
      ) : (
        <div role="status" className="flex flex-col gap-4">
          <span className="sr-only">Loading the conversation</span>
          <Skeleton className="h-8 w-1/2" />
          <Skeleton className="h-16 w-2/3" />
          <Skeleton className="h-16 w-2/3 self-end" />
        </div>
      )}
    </div>
  )
}

type Query = ReturnType<typeof useThread>
type OpenedProps = Props & { query: Query; newest: NonNullable<Query['data']>['pages'][number] }

function Opened({ query, newest, ...props }: OpenedProps) {
  const { listed, now, change, onClose, onDone, onOpen, onTag } = props
  const { reply_window, notes } = newest
  // Until the thread is loaded again, the list is newer.
  const conversation = query.isFetchedAfterMount ? newest.conversation : (listed ?? newest.conversation)
  const mayAnswer = useMay('stories:publish')
  const { timeZone, locale } = useZone()
  const [isSnoozing, setIsSnoozing] = useState(false)
  const [edits, setEdits] = useState(0)
  const reply = useRef<HTMLTextAreaElement>(null)
  const region = useRef<HTMLElement>(null)
  const markRead = useMarkRead(conversation, change)
  const person = personOf(conversation)
  const leave = (what: Change, done: string): void => {
    markRead.stop()
    onDone()
    void change([conversation], what, done)
  }
  const actions = {
    resolve: () => leave({ status: 'resolved' }, `Conversation with ${person} resolved.`),
    reopen: () => void change([conversation], { status: 'open' }, 'Conversation reopened.'),
    snooze: (until: string) =>
      leave(
        { status: 'snoozed', snoozed_until: until },
        `Snoozed until ${formatTime(until, 'short', timeZone, locale)}.`,
      ),
    markSpam: () => leave({ status: 'spam' }, 'Marked as spam.'),
    archive: () => leave({ archived: true }, 'Conversation archived.'),
    restore: () => void change([conversation], { archived: false }, 'Conversation restored.'),
    markUnread: () => {
      markRead.stop()
      onClose()
      void change([conversation], { read: false }, 'Marked as unread.')
    },
    update: (what: Change) => void change([conversation], what),
  }
  useShortcuts({
    r: () => reply.current?.focus(),
    ...(mayAnswer
      ? {
          e: conversation.status === 'resolved' ? actions.reopen : actions.resolve,
          s: () => setIsSnoozing(true),
        }
      : {}),
  })
  const edit = (text: string): void => {
    keepUnsent(conversation.project_id, replyName(conversation.id), unsentText(text))
    setEdits((count) => count + 1)
    requestAnimationFrame(() => reply.current?.focus())
  }
  const messages = query.data?.pages.toReversed().flatMap((page) => page.messages) ?? []
  const context = <ContextPane {...{ conversation, notes, onOpen, onTag }} update={actions.update} />
  return (
    <>
      <section aria-label={`Conversation with ${person}`} className="flex min-h-0 min-w-0 flex-col">
        <ThreadHeader {...{ conversation, actions, isSnoozing, context, onClose }} onSnoozing={setIsSnoozing} />
        <PostStrip conversation={conversation} />
        {query.error && (
          <div className="p-3">
            <ErrorNote isReading error={query.error} title="The messages may be out of date" />
          </div>
        )}
        {/* Reversed, so that the newest message stays in view when one arrives. */}
        <ScrollRegion
          ref={region}
          label="Messages"
          className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain p-4 outline-offset-[-2px]"
        >
          <div className="mb-auto flex flex-col gap-3">
            <ShowMore query={query} label="Show earlier messages" className="justify-center" isSmall />
            <MessageList
              messages={messages}
              conversation={conversation}
              onEdit={mayAnswer && reply_window.is_open ? edit : null}
            />
          </div>
        </ScrollRegion>
        <div className="border-t border-line">
          <ReplyBox
            // A failed reply that is edited replaces the draft.
            key={edits}
            ref={reply}
            {...{ conversation, now }}
            replyWindow={reply_window}
            onSend={() => region.current?.scrollTo({ top: 0 })}
          />
        </div>
      </section>
      <aside aria-label="Details" className="hidden min-h-0 flex-col overflow-y-auto border-l border-line @4xl:flex">
        {context}
      </aside>
    </>
  )
}

/** Marks the conversation as read while it is shown, until `stop`. */
function useMarkRead(conversation: InboxConversation, change: ChangeConversations): { stop: () => void } {
  const isStopped = useRef(false)
  const mayAnswer = useMay('stories:publish')
  const { unread_count: unread } = conversation
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when messages arrive.
  useEffect(() => {
    if (mayAnswer && unread > 0 && !isStopped.current) void change([conversation], { read: true })
  }, [mayAnswer, unread])
  return {
    stop: () => {
      isStopped.current = true
    },
  }
}
