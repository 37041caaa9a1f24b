'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { Skeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import type { CalendarFeed } from '@/lib/calendar-feeds/contract'
import { createCalendarFeed, deleteCalendarFeed, getCalendarFeed } from '@/lib/openapi/operations.generated'

type Props = { projectId: string; onClose: () => void }

/** The address of the project's stories for Google Calendar, Apple Calendar and Outlook. It is shown only once. */
export function SubscribeDialog({ projectId, onClose }: Props) {
  const queries = useQueryClient()
  const queryKey = ['calendar-feed', projectId]
  const feed = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getCalendarFeed, { project_id: projectId }, { signal }),
  })
  const refresh = () => queries.invalidateQueries({ queryKey })
  const creating = useMutation({
    mutationFn: () => call(createCalendarFeed, { project_id: projectId }),
    onSuccess: refresh,
  })
  const removing = useMutation({
    mutationFn: () => call(deleteCalendarFeed, { project_id: projectId }),
    onSuccess: () => {
      creating.reset()
      return refresh()
    },
  })
  const current = feed.data?.calendar_feed
  const error = feed.error ?? creating.error ?? removing.error
  return (
    <Dialog title="Subscribe in a calendar app" onClose={onClose}>
      <p className="text-ink-soft">
        See this project’s stories in Google Calendar, Apple Calendar or Outlook. Most apps look for changes every few
        hours.
      </p>
      {error && <ErrorNote error={error} title="The address could not be loaded or changed" />}
      {feed.isPending && !error && <Skeleton className="h-16" />}
      {creating.data && <Address url={creating.data.url} />}
      {current && !creating.data && <Existing feed={current} />}
      <DialogButtons>
        {current && (
          <Button tone="danger" isBusy={removing.isPending} onClick={() => removing.mutate()}>
            Stop sharing
          </Button>
        )}
        {!creating.data && (
          <Button
            tone={current ? 'secondary' : 'primary'}
            isBusy={creating.isPending}
            disabled={feed.isPending}
            onClick={() => creating.mutate()}
          >
            {current ? 'Create a new address' : 'Create address'}
          </Button>
        )}
        {creating.data && (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}

function Address({ url }: { url: string }) {
  const google = `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(url.replace(/^https?:/, 'webcal:'))}`
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end justify-between gap-3">
        <span className="font-medium">Calendar address</span>
        <CopyButton text={url} label="Copy address" />
      </div>
      <code data-testid="feed-url" className="rounded-lg bg-sunken p-3 font-mono text-sm break-all select-all">
        {url}
      </code>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        <AppLink href={url.replace(/^https?:/, 'webcal:')}>Open in your calendar app</AppLink>
        <AppLink href={google}>Add to Google Calendar</AppLink>
      </div>
      <p className="text-sm text-ink-soft">
        Copy it now. It is not shown again. Anyone with this address can read the stories, so treat it like a password.
      </p>
    </div>
  )
}

const AppLink = ({ href, children }: { href: string; children: string }) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="inline-flex min-h-6 items-center gap-1.5 text-sm font-medium text-accent hover:underline"
  >
    {children}
    <ExternalLink aria-hidden size={14} />
  </a>
)

const Existing = ({ feed }: { feed: CalendarFeed }) => (
  <p>
    Your address was created on <Time at={feed.created_at} style="date" /> and{' '}
    {feed.last_read_at ? (
      <>
        last read <Time at={feed.last_read_at} style="compact" />
      </>
    ) : (
      'has not been read yet'
    )}
    . If you lost it, create a new one: the old one then stops working.
  </p>
)
