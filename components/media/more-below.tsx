'use client'

import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'

type Props = { hasMore: boolean; isBusy: boolean; onMore: () => void }

/** Loads what comes next when one gets near it; by the keyboard it is a button like any other. */
export function MoreBelow({ hasMore, isBusy, onMore }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const more = useRef(onMore)
  useEffect(() => {
    more.current = onMore
  })
  useEffect(() => {
    if (!hasMore || isBusy || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && more.current(),
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [hasMore, isBusy])
  if (!hasMore) return null
  return (
    <div ref={place} className="flex justify-center pt-2">
      <Button isBusy={isBusy} onClick={onMore}>
        Show more
      </Button>
    </div>
  )
}
