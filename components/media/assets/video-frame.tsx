'use client'

import { Video } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'

type Props = { url: string; posterUrl?: string | null; className?: string; iconSize?: number }

/** The cover of a video, else its first frame, over an icon that stays if there is neither. Decorative. */
export function VideoFrame({ url, posterUrl = null, className, iconSize = 16 }: Props) {
  const [failed, setFailed] = useState<string | null>(null)
  const hasPoster = posterUrl !== null && posterUrl !== failed
  const frame = useRef<HTMLSpanElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [isShown, setIsShown] = useState(false)
  // A video has no `loading="lazy"`, and a page may have a hundred.
  useEffect(() => {
    if (!frame.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setIsNear(true),
      { rootMargin: '200px' },
    )
    observer.observe(frame.current)
    return () => observer.disconnect()
  }, [])
  return (
    <span
      ref={frame}
      aria-hidden
      className={classes('relative flex items-center justify-center overflow-hidden', className)}
    >
      <Video size={iconSize} strokeWidth={iconSize > 16 ? 1.5 : 2} />
      {hasPoster && (
        // biome-ignore lint/performance/noImgElement: the cover is small enough already.
        <img
          src={posterUrl}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setFailed(posterUrl)}
          className="pointer-events-none absolute inset-0 size-full object-cover"
        />
      )}
      {isNear && !hasPoster && (
        // Only the metadata and the first frame are loaded. Safari shows the frame only with a start time.
        <video
          muted
          playsInline
          disablePictureInPicture
          preload="metadata"
          tabIndex={-1}
          src={`${url.split('#')[0]}#t=0.001`}
          onLoadedData={() => setIsShown(true)}
          onError={() => setIsShown(false)}
          className={classes('pointer-events-none absolute inset-0 size-full object-cover', !isShown && 'invisible')}
        />
      )}
    </span>
  )
}
