'use client'

import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { channelNames } from '@/components/channels/channel-names'
import { Time } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import type { LastPost } from '@/lib/connections/last-posts/contract'
import { listLastPosts } from '@/lib/openapi/operations.generated'
import { headlineOf } from '@/lib/stories/content/headline'

/** The last posts of a project, by channel. */
export function useLastPosts(projectId: string, initial: LastPost[]): (channel: ChannelId) => LastPost[] {
  const { data } = useQuery({
    queryKey: ['connections', projectId, 'last-posts'],
    queryFn: ({ signal }) => call(listLastPosts, { project_id: projectId }, { signal }),
    initialData: { posts: initial },
    refetchInterval: 60_000,
  })
  return (channel) => data.posts.filter((post) => post.channel === channel)
}

/** The last posts published with an account. Nothing without any. */
export function LastPosts({ posts, projectId }: { posts: LastPost[]; projectId: string }) {
  if (posts.length === 0) return null
  return (
    // Phones show only the last post.
    <div className="border-t border-line pt-2 text-sm">
      <p className="sr-only">Last posts</p>
      <ul>
        {posts.map((post) => (
          <li key={post.queue_item_id} className="flex min-h-7 items-center gap-x-1 max-md:not-first:hidden">
            <Link
              href={`/${projectId}/stories/${post.story_id}`}
              className="min-w-0 flex-1 truncate leading-6 hover:underline"
            >
              {headlineOf({ title: post.title, caption: post.primary_caption })}
            </Link>
            <Time at={post.published_at} className="shrink-0 text-ink-soft" />
            {post.published_url && (
              <a
                href={post.published_url}
                target="_blank"
                rel="noreferrer"
                className="inline-flex size-6 shrink-0 items-center justify-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
              >
                <ExternalLink aria-hidden size={14} />
                <span className="sr-only">View post on {channelNames[post.channel]} (opens in a new tab)</span>
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
