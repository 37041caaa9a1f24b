'use client'

import { MessagesSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { usePathname, useSearchParams } from '@/components/navigation/page-url'
import { useMay } from '@/components/projects/role'
import { useShortcuts } from '@/components/shortcuts/use-shortcuts'
import { useNow } from '@/components/time/use-now'
import { classes } from '@/components/ui/classes'
import { KeyHint } from '@/components/ui/data/key-hint'
import { PageHeader } from '@/components/ui/page-header'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import { type InboxFilter, isListed, noFilter, readInboxFilter, writeInboxFilter } from './data/inbox-filter'
import { type ConversationPage, livePollMs } from './data/inbox-keys'
import { useChangeConversations } from './data/use-change-conversations'
import { useTeam } from './data/use-inbox'
import { useInboxCounts } from './data/use-inbox-counts'
import { InboxProblems } from './inbox-problems'
import { ConversationList } from './list/conversation-list'
import { EmptyInbox } from './list/empty-inbox'
import { InboxToolbar } from './list/inbox-toolbar'
import { useLiveList } from './list/use-live-list'
import { useSelection } from './list/use-selection'
import { Thread } from './thread/thread'

type Props = { projectId: string; initial: ConversationPage; initialAddress: string; now: string }

/** Comments and messages: a list, the open conversation, and its context. On narrow screens one of them at a time. */
export function InboxScreen({ projectId, initial, initialAddress, now: renderedAt }: Props) {
  const now = useNow(renderedAt)
  const pathname = usePathname()
  const search = useSearchParams()
  const filter = readInboxFilter(search)
  const openId = search.get('conversation')
  const address = writeInboxFilter(filter)
  const [isHeld, setIsHeld] = useState(false)
  const live = useLiveList(projectId, {
    ...{ filter, openId, isHeld },
    initial: address === initialAddress ? initial : undefined,
  })
  const { list: conversations, query } = live
  // The number in the navigation is as live as the list.
  const { data: counts } = useInboxCounts(projectId, livePollMs)
  // The navigation may have the counts before this part of the page is hydrated, but the server's HTML has none.
  const isHydrated = useBrowserValue(() => true, false)
  const hasNone =
    isHydrated && counts !== undefined && counts.open + counts.snoozed + counts.resolved + counts.spam === 0
  const isListOnly = openId === null && conversations.length === 0 && !query.isPending
  const team = useTeam(projectId)
  const mayAnswer = useMay('stories:publish')
  const selection = useSelection(conversations, !query.hasNextPage)
  const listPane = useRef<HTMLElement>(null)
  const change = useChangeConversations(projectId, (after) => {
    const left = new Set(after.filter((one) => !isListed(one, filter)).map(({ id }) => id))
    live.setLeft(
      after.map(({ id }) => id),
      left,
    )
    if (left.size > 0) selection.drop(left)
  })
  const go = (next: InboxFilter, id: string | null): void => {
    if (writeInboxFilter(next) !== address) selection.clear()
    const url = `${pathname}${writeInboxFilter(next, id)}`
    // “Back” of a phone returns to the list.
    if (openId === null && id !== null) window.history.pushState(null, '', url)
    else window.history.replaceState(null, '', url)
  }
  const open = (id: string | null): void => {
    go(filter, id)
    if (id) listPane.current?.querySelector(`[data-conversation="${id}"]`)?.scrollIntoView({ block: 'nearest' })
  }
  const at = conversations.findIndex(({ id }) => id === openId)
  const step = (by: 1 | -1) => (): void => {
    const next = at < 0 ? conversations[0] : conversations[at + by]
    if (next) open(next.id)
  }
  useShortcuts({
    j: step(1),
    k: step(-1),
    ...(mayAnswer && openId ? { x: () => selection.toggle(openId) } : {}),
  })
  const closeAfterChange = (): void => {
    // Where the list is hidden, it comes back.
    const isListShown = listPane.current?.offsetParent !== null
    open((isListShown && (conversations[at + 1] ?? conversations[at - 1])?.id) || null)
  }
  return (
    <div
      // On a phone, the list scrolls with the page, and a conversation does not.
      data-fill={openId ? 'always' : 'wide'}
      className={classes(
        '@container/inbox flex flex-col md:min-h-80 md:flex-1',
        openId && 'max-md:-mt-2 max-md:min-h-64 max-md:flex-1',
      )}
    >
      {/* Where the list is hidden, its filters are. */}
      <div className={classes(openId && '@max-2xl/inbox:hidden')}>
        <PageHeader
          title="Inbox"
          tools={<InboxToolbar filter={filter} team={team} onChange={(next) => go(next, openId)} />}
        />
      </div>
      {query.error && (
        <div className="mb-3">
          <ErrorNote
            isReading
            error={query.error}
            title="The inbox may be out of date"
            onRetry={() => void query.refetch()}
          />
        </div>
      )}
      <InboxProblems projectId={projectId} />
      <div className="panel @container min-h-0 flex-1 overflow-clip max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
        <div className="grid h-full min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[minmax(0,1fr)] @2xl:grid-cols-[17rem_minmax(0,1fr)] @4xl:grid-cols-[18rem_minmax(0,1fr)_16rem] @6xl:grid-cols-[21rem_minmax(0,1fr)_18rem]">
          <section
            ref={listPane}
            aria-label="Conversations"
            className={classes(
              'relative min-h-0 min-w-0 flex-col md:overflow-y-auto @2xl:border-r @2xl:border-line',
              openId ? 'hidden @2xl:flex' : 'flex',
              isListOnly && '@2xl:col-span-full @2xl:border-r-0',
            )}
          >
            <ConversationList
              {...{ live, team, openId, now, change }}
              onHold={setIsHeld}
              folder={filter.folder}
              selection={mayAnswer ? selection : null}
              onOpen={open}
              empty={
                <EmptyInbox
                  projectId={projectId}
                  isUnfiltered={address === ''}
                  hasNone={hasNone}
                  onShowAll={() => go({ ...noFilter, folder: 'all' }, openId)}
                />
              }
            />
          </section>
          {openId ? (
            <Thread
              key={openId}
              id={openId}
              listed={conversations[at]}
              {...{ projectId, now, change }}
              onClose={() => open(null)}
              onDone={closeAfterChange}
              onOpen={open}
              onTag={(tag) => go({ ...noFilter, folder: 'all', tag }, openId)}
            />
          ) : (
            !isListOnly && <NoneOpen hasSome={conversations.length > 0} />
          )}
        </div>
      </div>
    </div>
  )
}

const NoneOpen = ({ hasSome }: { hasSome: boolean }) => (
  <div className="hidden flex-col items-center justify-center gap-3 p-6 text-center text-ink-soft @2xl:flex @4xl:col-span-2">
    {hasSome && (
      <>
        <MessagesSquare aria-hidden size={32} strokeWidth={1.5} />
        <p>Select a conversation</p>
        <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm">
          {(
            [
              ['J', 'next'],
              ['K', 'previous'],
              ['E', 'resolve'],
              ['S', 'snooze'],
              ['R', 'reply'],
            ] as const
          ).map(([key, does]) => (
            <li key={key} className="flex items-center gap-1.5">
              <KeyHint keys={[key]} />
              <span className="sr-only">{key}:</span> {does}
            </li>
          ))}
        </ul>
      </>
    )}
  </div>
)
