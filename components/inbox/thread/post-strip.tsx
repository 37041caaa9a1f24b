'use client'

import Link from 'next/link'
import { RowThumbnail } from '@/components/media/assets/row-thumbnail'
import type { InboxConversation } from '@/lib/inbox/resource-contract'
import { headlineOf } from '@/lib/stories/content/headline'
import { useStory } from '../data/use-inbox'

/** The commented post above the comments, where there is no room for the details. */
export function PostStrip({ conversation }: { conversation: InboxConversation }) {
  const { data: story, isPending } = useStory(conversation)
  if (conversation.kind !== 'comment' || conversation.story_id === null) return null
  // As high as the post, so that nothing moves when it is loaded.
  if (!story) return isPending && <div className="h-14.25 border-b border-line @4xl:hidden" />
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
