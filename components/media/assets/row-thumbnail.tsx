import { AlignLeft } from 'lucide-react'
import { Thumbnail } from './thumbnail'

/** The first slide of a story, for rows. Without media, a placeholder, so that the text of all rows is aligned. */
export const RowThumbnail = ({ url }: { url: string | null | undefined }) =>
  url ? (
    <Thumbnail url={url} className="size-10" />
  ) : (
    <span className="flex size-10 shrink-0 items-center justify-center rounded-lg border border-line bg-sunken text-ink-soft">
      <AlignLeft aria-hidden size={16} />
    </span>
  )
