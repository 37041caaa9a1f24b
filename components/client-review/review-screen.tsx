'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNote } from '@/components/errors/error-note'
import { useNow } from '@/components/time/use-now'
import { Time, ZoneLine, ZoneProvider } from '@/components/time/zone'
import { Logo } from '@/components/ui/logo'
import { ApiError } from '@/lib/api/client'
import type { Review } from '@/lib/review-links/public-contract'
import { plural } from '@/lib/text/number-text'
import { ClosedReview } from './closed-review'
import { ReviewedStory } from './reviewed-story'
import { isClosed, useReview } from './use-review'
import { useReviewerName } from './use-reviewer-name'

type Props = { token: string; initial: Review; locale: string; now: string }

/** The page of a review link, for clients without an account. */
export function ReviewScreen({ locale, ...props }: Props) {
  const [client] = useState(() => new QueryClient({ defaultOptions: { queries: { staleTime: 5_000 } } }))
  return (
    <QueryClientProvider client={client}>
      <ZoneProvider zone={{ timeZone: props.initial.timezone, locale }}>
        <Screen {...props} />
      </ZoneProvider>
    </QueryClientProvider>
  )
}

function Screen({ token, initial, now: renderedAt }: Omit<Props, 'locale'>) {
  const { data: review, error } = useReview(token, initial)
  const now = useNow(renderedAt)
  const [name, setName] = useReviewerName()
  if (isClosed(error) && error instanceof ApiError && error.code !== 'network_error') {
    return <ClosedReview code={error.code} message={error.message} />
  }
  const { stories } = review
  const open = stories.filter((story) => story.can_decide && needsDecision(story))
  return (
    <div className="min-h-dvh">
      <header className="sticky top-0 z-20 border-b border-line bg-surface max-md:static">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
          <Logo />
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="text-lg font-semibold tracking-tight wrap-anywhere">Posts from {review.project_name}</h1>
            <p className="text-sm wrap-anywhere text-ink-soft">
              {review.name !== review.project_name && `For ${review.name} · `}
              {statusText(stories.length, open.length)} · Open until <Time at={review.expires_at} style="dayOfMonth" />
            </p>
          </div>
        </div>
      </header>
      <main className="mx-auto flex max-w-5xl flex-col gap-6 px-4 py-6 sm:px-6">
        {error && <ErrorNote isReading error={error} title="This page may be out of date" />}
        {open.length > 0 && <p>Look at each post. Then approve it, or ask for changes.</p>}
        {stories.length === 0 && <p className="text-ink-soft">The posts of this link were deleted.</p>}
        {stories.map((story) => (
          <ReviewedStory key={story.id} {...{ token, story, now, name }} onName={setName} />
        ))}
        <p className="text-center text-sm text-ink-soft">
          <ZoneLine />
        </p>
      </main>
    </div>
  )
}

const needsDecision = ({ review }: Review['stories'][number]): boolean =>
  review === null || review.state === 'requested' || review.is_outdated

function statusText(count: number, open: number): string {
  if (open === 0) return `${plural(count, 'post')}, all reviewed`
  return open === count ? `${plural(count, 'post')} to review` : `${open} of ${plural(count, 'post')} to review`
}
