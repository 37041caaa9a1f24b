import { withKeys } from '@/components/ui/data/with-keys'
import { type NetworkPostProps, ratioOf } from '../preview-props'
import { singleRatio } from '../rules/media-grid'
import { MediaTile } from './media-tile'

type Props = Pick<NetworkPostProps, 'post' | 'imageUrlOf' | 'opensFiles'>

/** One image in its own shape, or several in a row that scrolls. */
export function MediaStrip({ post: { media, cover }, imageUrlOf, opensFiles = false }: Props) {
  const [first] = media
  if (!first) return null
  const tile = { imageUrlOf, opensFiles, className: 'rounded-xl border border-line' }
  if (media.length === 1) {
    return (
      <div className="mt-2.5">
        <MediaTile
          item={first}
          {...tile}
          posterUrl={cover?.url ?? null}
          style={{ aspectRatio: singleRatio('threads', ratioOf(first)) }}
        />
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll it.
    <section aria-label="Media" tabIndex={0} className="mt-2.5 -mr-4 flex gap-1.5 overflow-x-auto pr-4 pb-1">
      {withKeys(media, ({ url }) => url).map(([key, item]) => (
        <div key={key} className="shrink-0">
          <MediaTile
            item={item}
            {...tile}
            style={{ height: 216, aspectRatio: singleRatio('threads', ratioOf(item)) }}
          />
        </div>
      ))}
    </section>
  )
}
