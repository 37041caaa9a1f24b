'use client'

import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useContext, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { withKeys } from '@/components/ui/data/with-keys'
import type { NetworkPostProps } from '../preview-props'
import { MediaTile } from './media-tile'
import { ShownFileContext } from './shown-file'

type Props = Pick<NetworkPostProps, 'post' | 'imageUrlOf' | 'opensFiles'> & {
  /** Width divided by height, of every image. */
  ratio: number
  className?: string
  /** Over the images. */
  children?: ReactNode
}

/** Images one at a time, with arrows and a count. The dots are `CarouselDots`. */
export function Carousel({ post, imageUrlOf, opensFiles, ratio, className, children }: Props) {
  const asked = useContext(ShownFileContext)
  const [chosen, setChosen] = useState({ at: asked ?? 0, asked })
  const go = (at: number): void => setChosen({ at, asked })
  const { media, cover } = post
  const wanted = chosen.asked === asked ? chosen.at : (asked ?? chosen.at)
  const at = Math.min(wanted, media.length - 1)
  const item = media[at]
  if (!item) return null
  const isSeveral = media.length > 1
  return (
    <div>
      <div className={classes('relative overflow-hidden', className)} style={{ aspectRatio: ratio }}>
        <MediaTile
          item={item}
          imageUrlOf={imageUrlOf}
          opensFiles={opensFiles ?? false}
          posterUrl={isSeveral ? null : (cover?.url ?? null)}
          className="absolute! inset-0"
        />
        {isSeveral && (
          <>
            <span className="absolute top-3 right-3 rounded-full bg-overlay/65 px-2.5 py-1 text-xs text-on-overlay tabular-nums">
              <span className="sr-only">Image </span>
              {at + 1}/{media.length}
            </span>
            {at > 0 && (
              <Arrow side="left" label="Previous image" onClick={() => go(at - 1)}>
                <ChevronLeft aria-hidden size={16} strokeWidth={3} />
              </Arrow>
            )}
            {at < media.length - 1 && (
              <Arrow side="right" label="Next image" onClick={() => go(at + 1)}>
                <ChevronRight aria-hidden size={16} strokeWidth={3} />
              </Arrow>
            )}
          </>
        )}
        {children}
      </div>
      {isSeveral && (
        <div aria-hidden className="flex justify-center gap-1 pt-2.5">
          {withKeys(media, ({ url }) => url).map(([key], index) => (
            <span
              key={key}
              className={classes('size-1.5 rounded-full', index === at ? 'bg-accent' : 'bg-line-strong')}
            />
          ))}
        </div>
      )}
    </div>
  )
}

type ArrowProps = { side: 'left' | 'right'; label: string; onClick: () => void; children: ReactNode }

const Arrow = ({ side, label, onClick, children }: ArrowProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className={classes(
      'absolute top-1/2 flex size-7 -translate-y-1/2 items-center justify-center rounded-full bg-paper/85 text-overlay shadow-lg after:absolute after:-inset-2 hover:bg-paper',
      side === 'left' ? 'left-2' : 'right-2',
    )}
  >
    {children}
  </button>
)
