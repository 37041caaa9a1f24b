'use client'

import { Button } from '../button'
import { classes } from '../classes'

type Props = {
  /** An infinite query. */
  query: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  label?: string
  isSmall?: boolean
  className?: string
}

/** Loads the next page of a list. Nothing on the last page. */
export function ShowMore({
  query: { hasNextPage, isFetchingNextPage, fetchNextPage },
  label = 'Show more',
  isSmall,
  className,
}: Props) {
  if (!hasNextPage) return null
  return (
    <div className={classes('flex', className)}>
      <Button isSmall={isSmall} isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  )
}
