'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { BellOff, CheckCheck } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { notificationKeys } from '@/components/stories/query-keys'
import { useNow } from '@/components/time/use-now'
import { Button, ButtonLink } from '@/components/ui/button'
import { cursorPages, startingWith } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { EmptyState } from '@/components/ui/empty-state'
import { PageHeader } from '@/components/ui/page-header'
import { call } from '@/lib/api/client'
import type { AnswerTo } from '@/lib/api/operation'
import type { Notification } from '@/lib/notifications/contract'
import { type getNotificationSettings, listNotifications } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { NotificationRow, WaitingRow } from './notification-row'
import { NotificationSettings } from './notification-settings'
import { type Notifications, pollMs, useMarkRead } from './use-notifications'

type Props = {
  projectId: string
  initial: Notifications
  settings: AnswerTo<typeof getNotificationSettings>
}

/** The notifications of a project from the last 90 days. */
export function NotificationScreen({ projectId, initial, settings }: Props) {
  const now = useNow(initial.seen.at)
  const marking = useMarkRead(projectId)
  const pages = usePages(projectId, initial)
  const { waiting, unread_count, seen } = pages.data.pages[0] ?? initial
  const notifications = pages.data.pages.flatMap((page) => page.notifications)
  const anyError = marking.error ?? pages.error
  return (
    <>
      <PageHeader
        title="Notifications"
        action={
          unread_count > 0 && (
            <Button icon={<CheckCheck aria-hidden size={16} />} onClick={() => marking.mutate({ upTo: seen })}>
              Mark all as read
            </Button>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {anyError && <ErrorNote isReading error={anyError} title="The list may be out of date" />}
          {waiting.count > 0 && <Waiting projectId={projectId} waiting={waiting} now={now} />}
          {notifications.length > 0 && (
            <Latest notifications={notifications} now={now} onRead={(id) => marking.mutate({ ids: [id] })} />
          )}
          {notifications.length === 0 && waiting.count === 0 && <Empty projectId={projectId} />}
          <ShowMore query={pages} />
        </div>
        <NotificationSettings projectId={projectId} initial={settings} />
      </div>
    </>
  )
}

const usePages = (projectId: string, initial: Notifications) =>
  useInfiniteQuery({
    queryKey: notificationKeys.pages(projectId),
    queryFn: ({ pageParam, signal }) =>
      call(listNotifications, { project_id: projectId, cursor: pageParam }, { signal }),
    ...cursorPages,
    ...startingWith(initial),
    refetchInterval: pollMs,
    refetchOnWindowFocus: 'always',
  })

type LatestProps = { notifications: Notification[]; now: Date; onRead: (id: string) => void }

function Latest({ notifications, now, onRead }: LatestProps) {
  return (
    <section aria-labelledby="latest" className="panel overflow-hidden">
      <h2 id="latest" className="sr-only">
        Latest
      </h2>
      <ul className="divide-y divide-line">
        {notifications.map((one) => (
          <NotificationRow key={one.id} notification={one} now={now} onRead={() => onRead(one.id)} />
        ))}
      </ul>
    </section>
  )
}

const Empty = ({ projectId }: { projectId: string }) => (
  <EmptyState
    Icon={BellOff}
    title="No notifications"
    action={<ButtonLink href={`/${projectId}/queue`}>Open queue</ButtonLink>}
  >
    Failed posts and expired connections appear here with what to do about them.
  </EmptyState>
)

function Waiting({ projectId, waiting, now }: { projectId: string; waiting: Notifications['waiting']; now: Date }) {
  return (
    <section aria-labelledby="waiting" className="panel overflow-hidden">
      <h2 id="waiting" className="flex min-h-11 flex-wrap items-center justify-between gap-2 px-4 py-1.5">
        <span className="font-semibold">{plural(waiting.count, 'story needs', 'stories need')} your approval</span>
        <ButtonLink isSmall href={`/${projectId}/queue?status=review`}>
          Review
        </ButtonLink>
      </h2>
      <ul className="divide-y divide-line border-t border-line">
        {waiting.stories.map((one) => (
          <WaitingRow key={one.story.id} waiting={one} projectId={projectId} now={now} />
        ))}
      </ul>
    </section>
  )
}
