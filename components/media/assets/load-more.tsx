'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'

type Props = { hasMore: boolean; isBusy: boolean; onMore: () => void }

/** Loads the next page when it scrolls into view. Also works as a button. */
export function LoadMore({ hasMore, isBusy, onMore }: Props) {
  const marker = useRef<HTMLDivElement>(null)
  const latestOnMore = useRef(onMore)
  useEffect(() => {
    latestOnMore.current = onMore
  })
  useEffect(() => {
    if (!hasMore || isBusy || !marker.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latestOnMore.current(),
      { rootMargin: '400px' },
    )
    observer.observe(marker.current)
    return () => observer.disconnect()
  }, [hasMore, isBusy])
  if (!hasMore) return null
  return (
    <div ref={marker} className="flex justify-center pt-2">
      <Button isBusy={isBusy} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
