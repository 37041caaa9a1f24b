'use client'

import { formatNumber } from '@/lib/text/number-text'
import { Button } from '../button'

type Props = {
  /** Whether there is another page. */
  hasMore: boolean
  isLoading: boolean
  onMore: () => void
  /** How many rows are shown. */
  shown: number
  /** How many there are. Without it only the number of shown rows is known. */
  total?: number | undefined
  /** The count stops here: “10,000+”. */
  totalMax?: number
  /** `stories`, for “50 of 80 stories”, “50 stories shown”, or “50 stories” with all of them. */
  noun: string
}

/** Cursor pagination: adds the next page to the list. */
export function Pagination({ hasMore, isLoading, onMore, shown, total, totalMax, noun }: Props) {
  return (
    <footer className="flex items-center justify-between gap-3 text-sm text-ink-soft">
      <p aria-live="polite">
        {formatNumber(shown)}{' '}
        {hasMore && total !== undefined && `of ${formatNumber(total)}${total === totalMax ? '+' : ''} `}
        {noun}
        {hasMore && total === undefined && ' shown'}
      </p>
      {hasMore && (
        <Button isSmall isBusy={isLoading} onClick={onMore}>
          Show more
        </Button>
      )}
    </footer>
  )
}
