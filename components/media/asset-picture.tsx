'use client'

import { Film, Image as ImageIcon, ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classes } from '@/components/ui/classes'
import type { Asset } from '@/lib/media/contract'
import { durationWords, kindOf } from './words'

/**
 * The small picture of a file in a square that is there before it is: a file that has none (yet) gets a sign. It says
 * nothing by itself, as the name stands beside it.
 */
export function AssetPicture({ asset, className }: { asset: Asset; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null)
  const kind = kindOf(asset)
  // What stays elsewhere has no small picture; a plain `img`, as the server must not fetch addresses for whoever asks.
  const url = asset.preview_url ?? (kind === 'picture' ? asset.source_url : null)
  const isShown = url !== null && url !== failed
  const Sign = kind === 'film' ? Film : url === null ? ImageIcon : ImageOff
  return (
    <span
      className={classes(
        'relative flex aspect-square w-full items-center justify-center overflow-hidden bg-sunken text-ink-soft',
        className,
      )}
    >
      {isShown ? (
        // biome-ignore lint/performance/noImgElement: see above.
        <img
          key={url}
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setFailed(url)}
          className={classes('absolute inset-0 size-full', kind === 'drawing' ? 'object-contain p-3' : 'object-cover')}
        />
      ) : (
        <Sign aria-hidden size={28} strokeWidth={1.5} />
      )}
      {kind === 'film' && asset.duration_seconds !== null && (
        <span className="absolute right-1.5 bottom-1.5 rounded bg-raised px-1.5 text-sm text-ink tabular-nums">
          {durationWords(asset.duration_seconds)}
        </span>
      )}
    </span>
  )
}
