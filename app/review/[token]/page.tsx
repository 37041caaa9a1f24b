import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { notFound } from 'next/navigation'
import { ClosedReview } from '@/components/client-review/closed-review'
import { ReviewScreen } from '@/components/client-review/review-screen'
import { localeOf } from '@/components/time/formats'
import { callerAddress } from '@/lib/auth/caller-address'
import { systemClock } from '@/lib/clock'
import { database } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import type { Review } from '@/lib/review-links/public-contract'
import { openLink } from '@/lib/review-links/public-service'

/** The URL contains the token, so no referrer and no indexing. */
export const metadata: Metadata = {
  title: 'Review',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Props = { params: Promise<{ token: string }> }

/** The stories of a review link. Needs no session: the token is the credential. */
export default async function ReviewPage({ params }: Props) {
  const [{ token }, requestHeaders] = await Promise.all([params, headers()])
  const now = systemClock()
  const review = await load(token, callerAddress(requestHeaders.get('x-forwarded-for')), now)
  if (review instanceof AppError && review.code === 'not_found') notFound()
  if (review instanceof AppError) return <ClosedReview code={review.code} message={review.message} />
  const locale = localeOf(requestHeaders.get('accept-language'))
  return <ReviewScreen token={token} initial={review} locale={locale} now={now.toISOString()} />
}

async function load(token: string, address: string, now: Date): Promise<Review | AppError> {
  try {
    return await openLink(database(), { token, address, now })
  } catch (error) {
    if (error instanceof AppError && ['not_found', 'gone', 'rate_limited'].includes(error.code)) return error
    throw error
  }
}
