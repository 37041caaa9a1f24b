'use client'

import { ImageOff } from 'lucide-react'
import { useParams } from 'next/navigation'
import { useState } from 'react'
import { classes } from '@/components/ui/classes'
import { VideoFrame } from './video-frame'

/** By file extension, the only information about remote files. */
export const isVideoUrl = (url: string): boolean => /\.(mp4|mov|m4v|webm)([?#]|$)/i.test(url)

/** The URL of a small WebP of at most 10 kB. The server makes it on the first request. */
export const thumbnailUrl = (projectId: string, url: string): string =>
  `/media/thumbnail?${new URLSearchParams({ project_id: projectId, url })}`

/** The URL of a WebP of at most 1,600 pixels a side, for a dialog. */
export const largeViewUrl = (projectId: string, url: string): string => `${thumbnailUrl(projectId, url)}&size=large`

/** Smaller files are shown as they are. */
const largeViewFrom = 300_000

/** The URL of an image for a dialog: of the original if it is small or animated. */
export const viewUrl = (
  projectId: string,
  file: { file_url: string; file_size?: number | undefined; duration_seconds?: number | null | undefined },
): string =>
  // An animation would lose its frames.
  file.duration_seconds || (file.file_size !== undefined && file.file_size <= largeViewFrom)
    ? file.file_url
    : largeViewUrl(projectId, file.file_url)

type Props = {
  /** Of the original file. It is never loaded. */
  url: string
  /** A thumbnail that exists already. */
  previewUrl?: string | null
  alt?: string
  /** The size. The image covers it. */
  className?: string
  /** Shows the whole image instead of covering the frame. */
  isContained?: boolean
  /** Without border and round corners, in a frame that has them. */
  isPlain?: boolean
}

/** The thumbnail of an image of the project in the URL, or the first frame of a video. An icon if there is none. */
export function Thumbnail({ url, previewUrl, alt = '', className, isContained, isPlain }: Props) {
  const project = useParams<{ project?: string }>()?.project
  const [failed, setFailed] = useState<string | null>(null)
  const frame = classes('shrink-0 overflow-hidden bg-sunken', !isPlain && 'rounded-lg border border-line', className)
  const src = previewUrl ?? (project ? thumbnailUrl(project, url) : null)
  if (isVideoUrl(url)) {
    return (
      <span className={classes(frame, 'flex text-ink-soft')} title={alt || undefined}>
        <VideoFrame url={url} posterUrl={src} className="size-full" />
        <span className="sr-only">Video. {alt}</span>
      </span>
    )
  }
  if (src === null || src === failed) {
    return (
      <span className={classes(frame, 'flex items-center justify-center text-ink-soft')} title={alt || undefined}>
        <ImageOff aria-hidden size={16} />
        <span className="sr-only">Image not available. {alt}</span>
      </span>
    )
  }
  return (
    // biome-ignore lint/performance/noImgElement: the thumbnail is small enough, and the image optimizer would fetch any URL.
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={classes(frame, isContained ? 'object-contain' : 'object-cover')}
      onError={() => setFailed(src)}
    />
  )
}
