'use client'

import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { formatRelative } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { Time } from '@/components/time/zone'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import { endAllSessions, endSession, listSessions } from '@/lib/openapi/operations.generated'
import type { Session } from '@/lib/sessions/contract'
import { AccountSection } from './account-section'
import { sessionsKey } from './sessions-key'

type Props = { initial: AnswerTo<typeof listSessions>; now: string }

/** What to sign out: one session, all other sessions, or all sessions. */
type SignOutTarget = Session | 'others' | 'all'

export function SessionsSection({ initial, now: renderedAt }: Props) {
  const now = useNow(renderedAt, 30_000)
  const [target, setSignOutTarget] = useState<SignOutTarget | null>(null)
  const query = useSessions(initial)
  const { data, error, hasNextPage } = query
  const sessions = data.pages.flatMap((page) => page.sessions)
  const hasOthers = hasNextPage || sessions.some((session) => !session.is_current)
  return (
    <AccountSection title="Where you’re signed in" description="Sessions expire after 30 days.">
      {error && <ErrorNote isReading error={error} title="The list may be out of date" />}
      <ul className="-mx-5 divide-y divide-line border-y border-line">
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} now={now} onEnd={() => setSignOutTarget(session)} />
        ))}
      </ul>
      <ShowMore query={query} />
      <div className="flex flex-wrap gap-2">
        {hasOthers && <Button onClick={() => setSignOutTarget('others')}>Sign out everywhere else</Button>}
        <Button tone="danger" onClick={() => setSignOutTarget('all')}>
          Sign out everywhere
        </Button>
      </div>
      {target && <SignOutDialog target={target} onClose={() => setSignOutTarget(null)} />}
    </AccountSection>
  )
}

const useSessions = (initial: Props['initial']) =>
  useInfiniteQuery({
    queryKey: sessionsKey,
    queryFn: ({ pageParam, signal }) => call(listSessions, { cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
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
          {address ?? 'Unknown IP address'} ·{' '}
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

function SignOutDialog({ target, onClose }: { target: SignOutTarget; onClose: () => void }) {
  const queries = useQueryClient()
  const toast = useToast()
  const end = async (): Promise<void> => {
    if (target === 'all') {
      await call(endAllSessions, {})
      // A full page load clears the session from memory.
      return window.location.assign('/sign-in')
    }
    if (target === 'others') await call(endAllSessions, { keep_current: 'true' })
    else await call(endSession, { id: target.id })
    await queries.invalidateQueries({ queryKey: sessionsKey })
    toast(target === 'others' ? 'Signed out everywhere else.' : `Signed out ${target.device}.`)
  }
  const title = typeof target === 'string' ? titles[target] : titles.one(target.device)
  return (
    <ConfirmDialog title={title} confirmLabel="Sign out" cancelLabel="Cancel" onConfirm={end} onClose={onClose}>
      <p>
        {target === 'all' && 'This device is signed out too. '}
        Scheduled posts are still published, and API tokens keep working.
      </p>
    </ConfirmDialog>
  )
}
