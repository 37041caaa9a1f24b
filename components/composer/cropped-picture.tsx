import { Thumbnail } from '@/components/media/thumbnail'

type Props = { url: string; alt: string; network: string; width: number; height: number; croppedTo: number }

/** A picture that a network cuts: what goes is greyed out, if it goes from both sides alike, and said in words. */
export function CroppedPicture({ url, alt, network, width, height, croppedTo }: Props) {
  const ratio = width / height
  const isSides = ratio > croppedTo
  const lost = 1 - (isSides ? croppedTo / ratio : ratio / croppedTo)
  const strip = `${(lost / 2) * 100}%`
  const place = isSides ? 'inset-y-0' : 'inset-x-0'
  const size = isSides ? { width: strip } : { height: strip }
  return (
    <div>
      <div className="relative overflow-hidden rounded-lg" style={{ aspectRatio: ratio }}>
        <Thumbnail url={url} alt={alt} className="size-full" />
        <span aria-hidden className={`absolute ${place} ${isSides ? 'left-0' : 'top-0'} bg-surface/75`} style={size} />
        <span
          aria-hidden
          className={`absolute ${place} ${isSides ? 'right-0' : 'bottom-0'} bg-surface/75`}
          style={size}
        />
      </div>
      <p className="mt-0.5 text-warn text-xs">
        {network} cuts off about {Math.round(lost * 100)} % of its {isSides ? 'width' : 'height'}
      </p>
    </div>
  )
}
