'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ConfirmDialog } from '@/components/ui/confirm-dialog'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { endAllSessions, endSession, listSessions } from '@/lib/api/operations.generated'
import type { Session } from '@/lib/sessions/contract'
import { AccountSection } from './account-section'
import { sessionsKey } from './sessions-key'

type Props = { initial: AnswerTo<typeof listSessions>; now: string }

/** What is about to be signed out: one session, all but this one, or all. */
type Ending = Session | 'others' | 'all'

export function SessionsSection({ initial, now: renderedAt }: Props) {
  const now = useNow(renderedAt, 30_000)
  const [ending, setEnding] = useState<Ending | null>(null)
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage } = useSessions(initial)
  const sessions = data.pages.flatMap((page) => page.sessions)
  const hasOthers = hasNextPage || sessions.some((session) => !session.is_current)
  return (
    <AccountSection title="Where you’re signed in" description="Each sign-in ends after 30 days.">
      {error && <ErrorNote isReading error={error} title="The list may be out of date" />}
      <ul className="-mx-5 divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnd={() => setEnding(session)} />
        ))}
      </ul>
      {hasNextPage && (
        <Button className="self-start" isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show more
        </Button>
      )}
      <div className="flex flex-wrap gap-2">
        {hasOthers && <Button onClick={() => setEnding('others')}>Sign out everywhere else</Button>}
        <Button tone="danger" onClick={() => setEnding('all')}>
          Sign out everywhere
        </Button>
      </div>
      {ending && <EndDialog ending={ending} onClose={() => setEnding(null)} />}
    </AccountSection>
  )
}

const useSessions = (initial: Props['initial']) =>
  useInfiniteQuery({
    queryKey: sessionsKey,
    queryFn: ({ pageParam, signal }) => call(listSessions, { cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    initialData: { pages: [initial], pageParams: [undefined] },
    refetchInterval: 60_000,
  })

function SessionRow({ session, now, onEnd }: { session: Session; now: Date; onEnd: () => void }) {
  const { device, address, is_current: isCurrent } = session
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h3 className="font-medium wrap-anywhere" title={session.user_agent ?? undefined}>
            {device}
          </h3>
          {isCurrent && (
            <Badge tone="good" Icon={CircleCheck}>
              This device
            </Badge>
          )}
        </div>
        <p className="text-sm text-ink-soft wrap-anywhere" suppressHydrationWarning>
          {address ?? 'Unknown address'} ·{' '}
          {isCurrent ? 'Active now' : `Last used ${formatRelative(session.last_seen_at, now)}`} · Signed in{' '}
          <Time at={session.created_at} style="date" />
        </p>
      </div>
      {!isCurrent && (
        <Button isSmall onClick={onEnd}>
          Sign out<span className="sr-only"> {device}</span>
        </Button>
      )}
    </li>
  )
}

const titles = {
  one: (device: string) => `Sign out ${device}?`,
  others: 'Sign out everywhere else?',
  all: 'Sign out everywhere?',
}

function EndDialog({ ending, onClose }: { ending: Ending; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const end = async (): Promise<void> => {
    if (ending === 'all') {
      await call(endAllSessions, {})
      // A full page load, so that nothing of this session is left in memory.
      return window.location.assign('/sign-in')
    }
    if (ending === 'others') await call(endAllSessions, { keep_current: 'true' })
    else await call(endSession, { id: ending.id })
    await queries.invalidateQueries({ queryKey: sessionsKey })
    toast(ending === 'others' ? 'Signed out everywhere else.' : `Signed out ${ending.device}.`)
  }
  const title = typeof ending === 'string' ? titles[ending] : titles.one(ending.device)
  return (
    <ConfirmDialog title={title} confirmLabel="Sign out" cancelLabel="Cancel" onConfirm={end} onClose={onClose}>
      <p>
        {ending === 'all' && 'This device is signed out too. '}
        Scheduled posts still go out, and API tokens keep working.
      </p>
    </ConfirmDialog>
  )
}
