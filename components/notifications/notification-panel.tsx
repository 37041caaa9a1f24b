'use client'

import { BellOff, CheckCheck } from 'lucide-react'
import Link from 'next/link'
import { ErrorNote } from '@/components/errors/error-note'
import { useNow } from '@/components/time/use-now'
import { Button } from '@/components/ui/button'
import { ListSkeleton } from '@/components/ui/skeleton'
import { NotificationRow, WaitingRow } from './notification-row'
import { type Notifications, useMarkRead, useNewest } from './use-notifications'

/** Max stories that need approval. The queue shows all. */
const waitingMax = 3

/** Content of the bell's popover, loaded on demand. */
export default function NotificationPanel({ projectId, onLeave }: { projectId: string; onLeave: () => void }) {
  const { data, error } = useNewest(projectId)
  if (data) return <Newest projectId={projectId} data={data} error={error} onLeave={onLeave} />
  return (
    <div className="p-4">
      {error ? (
        <ErrorNote isReading error={error} title="Notifications could not be loaded" />
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
      <Header onReadAll={unread_count > 0 ? () => marking.mutate({ upTo: seen }) : undefined} />
      {(marking.error ?? error) && (
        <div className="p-3">
          <ErrorNote isReading error={marking.error ?? error} title="The list may be out of date" />
        </div>
      )}
      <Waiting waiting={waiting} projectId={projectId} now={now} onLeave={onLeave} />
      {notifications.length > 0 && (
        <ul aria-label="Latest" className="divide-y divide-line">
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
          No notifications. Problems with posts and accounts appear here.
        </p>
      )}
      <footer className="sticky bottom-0 z-20 border-t border-line bg-raised px-4 py-1.5">
        <Link
          href={`/${projectId}/notifications`}
          onClick={onLeave}
          className="inline-flex min-h-8 items-center font-medium text-accent hover:underline"
        >
          All notifications
        </Link>
      </footer>
    </>
  )
}

/** Stories that the user can approve. */
function Waiting({ waiting, projectId, now, onLeave }: WaitingProps) {
  if (waiting.count === 0) return null
  return (
    <ul aria-label="Needs your approval" className="divide-y divide-line border-b border-line">
      {waiting.stories.slice(0, waitingMax).map((one) => (
        <WaitingRow key={one.story.id} waiting={one} projectId={projectId} now={now} onLeave={onLeave} />
      ))}
      {waiting.count > waitingMax && (
        <li className="px-4 py-2 text-sm">
          <Link
            href={`/${projectId}/queue?status=review`}
            onClick={onLeave}
            className="inline-flex min-h-6 items-center font-medium text-accent hover:underline"
          >
            Show all {waiting.count}
          </Link>
        </li>
      )}
    </ul>
  )
}

type WaitingProps = { waiting: Notifications['waiting']; projectId: string; now: Date; onLeave: () => void }

const Header = ({ onReadAll }: { onReadAll: (() => void) | undefined }) => (
  <header className="sticky top-0 z-20 flex min-h-12 items-center justify-between gap-2 border-b border-line bg-raised py-2 pr-2 pl-4">
    <h2 className="font-semibold">Notifications</h2>
    {onReadAll && (
      <Button isSmall tone="ghost" icon={<CheckCheck aria-hidden size={16} />} onClick={onReadAll}>
        Mark all as read
      </Button>
    )}
  </header>
)
