import { classes } from '@/components/ui/classes'
import type { Asset } from '@/lib/media/contract'
import { durationText, kindOf } from './asset-text'
import { Thumbnail } from './thumbnail'
import { VideoFrame } from './video-frame'

/** Square preview of a file: its thumbnail, or the first frame of a video. Decorative: the name is next to it. */
export function AssetThumbnail({ asset, className }: { asset: Asset; className?: string }) {
  const kind = kindOf(asset)
  return (
    <span
      aria-hidden
      className={classes(
        'relative flex aspect-square w-full items-center justify-center overflow-hidden bg-sunken text-ink-soft',
        className,
      )}
    >
      {kind === 'film' ? (
        <VideoFrame url={asset.file_url} posterUrl={asset.preview_url} iconSize={24} className="size-full" />
      ) : (
        <Thumbnail
          isPlain
          isContained={kind === 'drawing'}
          url={asset.file_url}
          previewUrl={asset.preview_url}
          className={classes('absolute inset-0 size-full', kind === 'drawing' && 'p-3')}
        />
      )}
      {kind === 'film' && asset.duration_seconds !== null && (
        <span className="absolute right-1.5 bottom-1.5 rounded bg-raised px-1.5 text-xs text-ink tabular-nums">
          {durationText(asset.duration_seconds)}
        </span>
      )}
    </span>
  )
}
