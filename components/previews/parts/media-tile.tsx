'use client'

import { ImageOff, Play } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { VideoFrame } from '@/components/media/assets/video-frame'
import { classes } from '@/components/ui/classes'
import type { NetworkPostProps, PreviewMedia } from '../preview-props'

type Props = Pick<NetworkPostProps, 'imageUrlOf' | 'opensFiles'> & {
  item: PreviewMedia
  /** The image shown before the video plays. */
  posterUrl?: string | null
  hasDuration?: boolean
  className?: string
  style?: CSSProperties
}

/** An image or a video that fills its frame. */
export function MediaTile({
  item,
  imageUrlOf,
  opensFiles = false,
  posterUrl = null,
  hasDuration = true,
  className,
  style,
}: Props) {
  const isVideo = item.kind === 'video'
  const content = (
    <>
      {isVideo && !posterUrl ? (
        <VideoFrame url={item.url} className="size-full text-ink-soft" iconSize={28} />
      ) : (
        <PreviewImage src={imageUrlOf(posterUrl ?? item.url)} alt={isVideo ? '' : (item.alt_text ?? '')} />
      )}
      {isVideo && <VideoMarks altText={item.alt_text} seconds={hasDuration ? item.duration_seconds : null} />}
      {item.kind === 'gif' && (
        <span
          aria-hidden
          className="absolute bottom-2 left-2 rounded bg-overlay/70 px-1.5 text-xs font-bold text-on-overlay"
        >
          GIF
        </span>
      )}
    </>
  )
  const frame = classes('relative block min-h-0 min-w-0 overflow-hidden bg-sunken', className)
  if (!opensFiles) {
    return (
      <div className={frame} style={style}>
        {content}
      </div>
    )
  }
  return (
    <a href={item.original_url} target="_blank" rel="noreferrer" className={frame} style={style}>
      {content}
      <span className="sr-only">Open the file (opens in a new tab)</span>
    </a>
  )
}

export function PreviewImage({ src, alt, className = 'absolute inset-0 size-full object-cover' }: ImageProps) {
  const [failed, setFailed] = useState<string | null>(null)
  if (src === failed) {
    return (
      <span className="absolute inset-0 flex items-center justify-center bg-sunken text-ink-soft">
        <ImageOff aria-hidden size={24} strokeWidth={1.5} />
        <span className="sr-only">Image not available. {alt}</span>
      </span>
    )
  }
  return (
    // biome-ignore lint/performance/noImgElement: the server resizes it, and the image optimizer would fetch any URL.
    <img src={src} alt={alt} loading="lazy" decoding="async" className={className} onError={() => setFailed(src)} />
  )
}

type ImageProps = { src: string; alt: string; className?: string }

function VideoMarks({ altText, seconds }: { altText: string | null; seconds: number | null }) {
  return (
    <>
      <span aria-hidden className="absolute inset-0 flex items-center justify-center">
        <span className="flex size-12 items-center justify-center rounded-full bg-overlay/55 text-on-overlay">
          <Play size={22} fill="currentColor" className="ml-0.5" />
        </span>
      </span>
      {seconds !== null && (
        <span
          aria-hidden
          className="absolute bottom-2 left-2 rounded bg-overlay/70 px-1 text-xs font-medium text-on-overlay tabular-nums"
        >
          {durationText(seconds)}
        </span>
      )}
      <span className="sr-only">Video. {altText}</span>
    </>
  )
}

/** “1:05”. */
const durationText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`
