'use client'

import Link from 'next/link'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { useStory } from '../data/use-inbox'

/** The commented post above the comments, where there is no room for the details. */
export function PostStrip({ conversation }: { conversation: InboxConversation }) {
  const story = useStory(conversation)
  if (!story || conversation.kind !== 'comment') return null
  return (
    <Link
      href={`/${conversation.project_id}/stories/${story.id}`}
      className="flex items-center gap-3 border-b border-line px-3 py-2 text-sm hover:bg-hover @4xl:hidden"
    >
      <RowThumbnail url={story.slides[0]?.media_url} />
      <span className="shrink-0 text-ink-soft">On</span>
      <span className="min-w-0 truncate font-medium">{headlineOf(story)}</span>
    </Link>
  )
}
