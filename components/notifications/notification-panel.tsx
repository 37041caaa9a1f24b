'use client'

import { BellOff, CheckCheck } from 'lucide-react'
import Link from 'next/link'
import { ErrorNote } from '@/components/errors/error-note'
import { useNow } from '@/components/time/use-now'
import { Button } from '@/components/ui/button'
import { ListSkeleton } from '@/components/ui/skeleton'
import { NotificationRow, WaitingRow } from './notification-row'
import { type Notifications, useMarkRead, useNewest } from './use-notifications'

/** So many stories that wait are named here; the queue has them all. */
const waitingShown = 3

/** What the bell opens. It is loaded when it is first asked for. */
export default function NotificationPanel({ projectId, onLeave }: { projectId: string; onLeave: () => void }) {
  const { data, error } = useNewest(projectId)
  if (data) return <Newest projectId={projectId} data={data} error={error} onLeave={onLeave} />
  return (
    <div className="p-4">
      {error ? (
        <ErrorNote isReading error={error} title="What is new could not be asked for" />
      ) : (
        <ListSkeleton rows={3} label="Loading" />
      )}
    </div>
  )
}

type Props = { projectId: string; data: Notifications; error: Error | null; onLeave: () => void }

function Newest({ projectId, data, error, onLeave }: Props) {
  const now = useNow(data.seen.at)
  const marking = useMarkRead(projectId)
  const { notifications, waiting, unread_count, seen } = data
  return (
    <>
      <Head onReadAll={unread_count > 0 ? () => marking.mutate({ upTo: seen }) : undefined} />
      {(marking.error ?? error) && (
        <div className="p-3">
          <ErrorNote isReading error={marking.error ?? error} title="This may be out of date" />
        </div>
      )}
      <Waiting waiting={waiting} projectId={projectId} now={now} onLeave={onLeave} />
      {notifications.length > 0 && (
        <ul aria-label="Newest" className="divide-y divide-line">
          {notifications.map((one) => (
            <NotificationRow
              key={one.id}
              isShort
              notification={one}
              now={now}
              onRead={() => marking.mutate({ ids: [one.id] })}
              onLeave={onLeave}
            />
          ))}
        </ul>
      )}
      {notifications.length === 0 && waiting.count === 0 && (
        <p className="flex items-center gap-3 px-4 py-6 text-ink-soft">
          <BellOff aria-hidden size={20} className="shrink-0" />
          Nothing went wrong here. If something does, it is told here at once.
        </p>
      )}
      <footer className="sticky bottom-0 z-20 border-t border-line bg-raised px-4 py-1.5">
        <Link
          href={`/${projectId}/notifications`}
          onClick={onLeave}
          className="inline-flex min-h-8 items-center font-medium text-accent underline"
        >
          All notifications
        </Link>
      </footer>
    </>
  )
}

/** Where somebody has to decide something: nothing else here waits for the reader. */
function Waiting({ waiting, projectId, now, onLeave }: WaitingProps) {
  if (waiting.count === 0) return null
  return (
    <ul aria-label="Waiting for your approval" className="divide-y divide-line border-b border-line">
      {waiting.stories.slice(0, waitingShown).map((one) => (
        <WaitingRow key={one.story.id} waiting={one} projectId={projectId} now={now} onLeave={onLeave} />
      ))}
      {waiting.count > waitingShown && (
        <li className="px-4 py-2 text-sm">
          <Link href={`/${projectId}/queue?status=review`} onClick={onLeave} className="font-medium underline">
            All {waiting.count} that wait for an approval
          </Link>
        </li>
      )}
    </ul>
  )
}

type WaitingProps = { waiting: Notifications['waiting']; projectId: string; now: Date; onLeave: () => void }

const Head = ({ onReadAll }: { onReadAll: (() => void) | undefined }) => (
  <header className="sticky top-0 z-20 flex min-h-12 items-center justify-between gap-2 border-b border-line bg-raised py-2 pr-2 pl-4">
    <h2 className="font-semibold">Notifications</h2>
    {onReadAll && (
      <Button isSmall tone="ghost" icon={<CheckCheck aria-hidden size={16} />} onClick={onReadAll}>
        Mark all as read
      </Button>
    )}
  </header>
)
