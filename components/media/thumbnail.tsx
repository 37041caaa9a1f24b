'use client'

import { Film, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from '@/components/ui/classes'

/** By its ending: nothing else is known of what lies elsewhere. */
export const isFilm = (url: string): boolean => /\.(mp4|mov|m4v|webm)([?#]|$)/i.test(url)

/**
 * A small picture from anywhere on the web; what cannot be shown gets a sign instead. A plain `img`: the server must
 * not fetch addresses for whoever asks.
 */
export function Thumbnail({ url, alt = '', className }: { url: string; alt?: string; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const frame = classes('shrink-0 overflow-hidden rounded-lg border border-line bg-sunken object-cover', className)
  if (isFilm(url) || failed === url) {
    const Icon = isFilm(url) ? Film : ImageOff
    return (
      <span className={classes(frame, 'flex items-center justify-center text-ink-soft')} title={alt || undefined}>
        <Icon aria-hidden size={20} />
        <span className="sr-only">{isFilm(url) ? `Film. ${alt}` : `This picture cannot be shown. ${alt}`}</span>
      </span>
    )
  }
  return (
    // biome-ignore lint/performance/noImgElement: see above.
    <img
      src={url}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      className={frame}
      onError={() => setFailed(url)}
    />
  )
}
