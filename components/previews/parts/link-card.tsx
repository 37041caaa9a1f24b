import { Link2 } from 'lucide-react'
import { classes } from '@/components/ui/classes'
import type { LinkCardData, NetworkPostProps } from '../preview-props'
import { PreviewImage } from './media-tile'

type Props = Pick<NetworkPostProps, 'imageUrlOf'> & { card: LinkCardData; className?: string }

/** Image above domain and title, as Facebook and Threads show it. */
export function StackedCard({ card, imageUrlOf, className, isUppercase = false }: Props & { isUppercase?: boolean }) {
  const { domain, title, description, imageUrl } = card
  return (
    <div className={classes('overflow-hidden border-line bg-sunken', className)}>
      {imageUrl && <CardImage url={imageUrl} imageUrlOf={imageUrlOf} />}
      <div className="flex flex-col gap-0.5 px-3 py-2.5">
        <span className={classes('truncate text-sm text-ink-soft', isUppercase && 'uppercase')}>{domain}</span>
        <span className="line-clamp-2 font-semibold wrap-anywhere">{title ?? domain}</span>
        {description && <span className="truncate text-sm text-ink-soft">{description}</span>}
      </div>
    </div>
  )
}

/** A large image with its title on it, or a small card without one, as X shows it. */
export function OverlaidCard({ card, imageUrlOf }: Props) {
  const { domain, title, description, imageUrl } = card
  if (imageUrl) {
    return (
      <div>
        <div className="relative overflow-hidden rounded-2xl border border-line">
          <CardImage url={imageUrl} imageUrlOf={imageUrlOf} />
          <span className="absolute bottom-3 left-3 max-w-[calc(100%-1.5rem)] truncate rounded bg-overlay/75 px-1.5 text-sm text-on-overlay">
            {title ?? domain}
          </span>
        </div>
        <p className="mt-1 text-sm text-ink-soft">From {domain}</p>
      </div>
    )
  }
  return (
    <SmallCard className="rounded-2xl border border-line">
      <span className="truncate text-ink-soft">{domain}</span>
      {title && <span className="line-clamp-1 wrap-anywhere">{title}</span>}
      {description && <span className="line-clamp-2 text-ink-soft wrap-anywhere">{description}</span>}
    </SmallCard>
  )
}

/** A small image beside title and domain, as LinkedIn shows it. */
export function SideCard({ card, imageUrlOf }: Props) {
  const { domain, title, imageUrl } = card
  return (
    <SmallCard
      className="rounded-lg border border-line"
      image={imageUrl && <PreviewImage src={imageUrlOf(imageUrl)} alt="" />}
    >
      <span className="line-clamp-2 font-semibold wrap-anywhere">{title ?? domain}</span>
      <span className="truncate text-xs text-ink-soft">{domain}</span>
    </SmallCard>
  )
}

type SmallProps = { image?: React.ReactNode; className: string; children: React.ReactNode }

const SmallCard = ({ image, className, children }: SmallProps) => (
  <div className={classes('flex overflow-hidden', className)}>
    <span className="relative flex min-h-20 w-1/4 max-w-28 shrink-0 items-center justify-center bg-sunken text-ink-soft">
      {image || <Link2 aria-hidden size={24} strokeWidth={1.5} />}
    </span>
    <span className="flex min-w-0 flex-1 flex-col justify-center gap-0.5 px-3 py-2">{children}</span>
  </div>
)

const CardImage = ({ url, imageUrlOf }: { url: string; imageUrlOf: Props['imageUrlOf'] }) => (
  <div className="relative bg-sunken" style={{ aspectRatio: 1.91 }}>
    <PreviewImage src={imageUrlOf(url)} alt="" />
  </div>
)
