import { classes } from '@/components/ui/classes'
import { withKeys } from '@/components/ui/data/with-keys'
import { type NetworkPostProps, ratioOf } from '../preview-props'
import { type GridNetwork, mediaGrid, singleRatio } from '../rules/media-grid'
import { MediaTile } from './media-tile'

type Props = Pick<NetworkPostProps, 'post' | 'imageUrlOf' | 'opensFiles'> & {
  network: GridNetwork
  /** Between the images. */
  gap?: string
  className?: string
}

/** One image in its own shape, or several in the network's grid. */
export function MediaCollage({ network, post, imageUrlOf, opensFiles, gap = 'gap-0.5', className }: Props) {
  const { media, cover } = post
  const [first] = media
  if (!first) return null
  const tile = { imageUrlOf, opensFiles: opensFiles ?? false }
  if (media.length === 1) {
    return (
      <MediaTile
        item={first}
        posterUrl={cover?.url ?? null}
        {...tile}
        className={className ?? ''}
        style={{ aspectRatio: singleRatio(network, ratioOf(first)) }}
      />
    )
  }
  const { areas, ratio, hidden } = mediaGrid(network, media.length, ratioOf(first))
  const shown = media.slice(0, media.length - hidden)
  return (
    <div
      className={classes('relative grid auto-cols-fr auto-rows-fr overflow-hidden', gap, className)}
      style={{ aspectRatio: ratio, gridTemplateAreas: areas.map((row) => `"${row}"`).join(' ') }}
    >
      {withKeys(shown, ({ url }) => url).map(([key, item], index) => (
        <div key={key} className="relative min-h-0 min-w-0" style={{ gridArea: String.fromCharCode(97 + index) }}>
          <MediaTile item={item} {...tile} className="absolute! inset-0" />
          {hidden > 0 && index === shown.length - 1 && (
            <span className="pointer-events-none absolute inset-0 flex items-center justify-center bg-overlay/55 text-2xl font-medium text-on-overlay">
              +{hidden}
            </span>
          )}
        </div>
      ))}
    </div>
  )
}
