import Link from 'next/link'
import type { ReactNode } from 'react'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import { headlineOf } from '@/lib/stories/content/headline'
import type { Story } from '@/lib/stories/contract'

type Props = {
  story: Pick<Story, 'id' | 'project_id' | 'title' | 'caption' | 'media_urls'>
  /** Lines below the headline. */
  children: ReactNode
}

/** The first cell of a table of stories. */
export const StoryCell = ({ story, children }: Props) => (
  <div className="flex min-w-0 items-center gap-3">
    <RowThumbnail url={story.media_urls[0]} />
    <div className="min-w-0 flex-1">
      <h2 className="truncate font-medium">
        {/* The link covers the row; other controls are above it. */}
        <Link href={`/${story.project_id}/stories/${story.id}`} className="after:absolute after:inset-0">
          {headlineOf(story)}
        </Link>
      </h2>
      {children}
    </div>
  </div>
)
