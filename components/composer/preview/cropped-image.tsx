import { Thumbnail } from '@/components/media/assets/thumbnail'
import { formatPercent } from '@/lib/text/number-text'

type Props = { url: string; alt: string; network: string; width: number; height: number; croppedTo: number }

/** An image that the network crops. The cropped edges are greyed out. */
export function CroppedImage({ url, alt, network, width, height, croppedTo }: Props) {
  const ratio = width / height
  const isWidth = ratio > croppedTo
  const croppedShare = 1 - (isWidth ? croppedTo / ratio : ratio / croppedTo)
  const edge = `${(croppedShare / 2) * 100}%`
  const inset = isWidth ? 'inset-y-0' : 'inset-x-0'
  const size = isWidth ? { width: edge } : { height: edge }
  return (
    <div>
      <div className="relative overflow-hidden rounded-lg" style={{ aspectRatio: ratio }}>
        <Thumbnail url={url} alt={alt} className="size-full" />
        <span aria-hidden className={`absolute ${inset} ${isWidth ? 'left-0' : 'top-0'} bg-surface/75`} style={size} />
        <span
          aria-hidden
          className={`absolute ${inset} ${isWidth ? 'right-0' : 'bottom-0'} bg-surface/75`}
          style={size}
        />
      </div>
      <p className="mt-0.5 text-warn text-xs">
        {network} crops about {formatPercent(croppedShare, 0)} of the {isWidth ? 'width' : 'height'}
      </p>
    </div>
  )
}
