'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { ChannelAvatar } from '@/components/channels/channel-avatar'
import { Time } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { listConversations } from '@/lib/openapi/operations.generated'
import { inboxKeys } from './data/inbox-keys'
import { personOf, previewText } from './data/person'
import { useTeam } from './data/use-inbox'

const shownMax = 5
const pollMs = 15_000

/** The newest comments on a story, with links to their conversations. Nothing without comments. */
export function StoryComments({ projectId, storyId }: { projectId: string; storyId: string }) {
  const { data } = useQuery({
    queryKey: inboxKeys.story(projectId, storyId),
    queryFn: ({ signal }) =>
      call(
        listConversations,
        { project_id: projectId, story_id: storyId, kind: 'comment', limit: shownMax },
        { signal },
      ),
    refetchInterval: pollMs,
  })
  const conversations = data?.conversations ?? []
  const team = useTeam(projectId, conversations.length > 0)
  if (conversations.length === 0) return null
  return (
    <section aria-labelledby="post-comments">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="post-comments" className="font-semibold">
          Comments on the posts
        </h2>
        <Link
          href={`/${projectId}/inbox?status=all&kind=comment`}
          className="text-sm font-medium text-accent hover:underline"
        >
          Open inbox
        </Link>
      </div>
      <ul className="panel divide-y divide-line">
        {conversations.map((conversation) => (
          <li key={conversation.id} className="relative flex items-center gap-3 px-4 py-2.5 hover:bg-hover">
            <ChannelAvatar channel={conversation.platform} name={personOf(conversation)} />
            <div className="min-w-0 flex-1">
              <p className="flex items-center gap-2">
                <Link
                  href={`/${projectId}/inbox?status=all&conversation=${conversation.id}`}
                  className="truncate font-medium after:absolute after:inset-0"
                >
                  {personOf(conversation)}
                </Link>
                {conversation.unread_count > 0 && (
                  <span className="shrink-0 text-xs font-medium text-accent">{conversation.unread_count} new</span>
                )}
              </p>
              <p className="truncate text-sm text-ink-soft">{previewText(conversation, team)}</p>
            </div>
            <Time at={conversation.last_message_at} style="compact" className="shrink-0 text-xs text-ink-soft" />
          </li>
        ))}
      </ul>
      {data?.next_cursor && <p className="mt-2 text-sm text-ink-soft">Older comments are in the inbox.</p>}
    </section>
  )
}
