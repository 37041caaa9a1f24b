'use client'

import { useQuery } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import Link from 'next/link'
import { channelNames } from '@/components/channels/channel-names'
import { headlineOf } from '@/components/stories/story-text'
import { Time } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { listLastPosts } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { LastPost } from '@/lib/connections/last-posts-contract'

/** The last posts of every account of the project, by channel. */
export function useLastPosts(projectId: string, initial: LastPost[]): (channel: ChannelId) => LastPost[] {
  const { data } = useQuery({
    queryKey: ['connections', projectId, 'last-posts'],
    queryFn: ({ signal }) => call(listLastPosts, { project_id: projectId }, { signal }),
    initialData: { posts: initial },
    refetchInterval: 60_000,
  })
  return (channel) => data.posts.filter((post) => post.channel === channel)
}

/** What went out through an account last: the plainest sign that it works. */
export function LastPosts({ posts, projectId }: { posts: LastPost[]; projectId: string }) {
  if (posts.length === 0) return <p className="mt-1 text-sm text-ink-soft">Nothing has gone out through it yet.</p>
  return (
    <div className="mt-1.5 text-sm">
      <p className="text-ink-soft">Last posts</p>
      <ul>
        {posts.map((post) => (
          <li key={post.queue_item_id} className="flex min-h-7 flex-wrap items-center gap-x-2">
            <Time at={post.published_at} className="text-ink-soft tabular-nums" />
            <span className="inline-flex max-w-full min-w-0 items-center gap-x-1">
              <Link
                href={`/${projectId}/stories/${post.story_id}`}
                className="min-w-0 truncate leading-6 underline decoration-line-strong"
              >
                {headlineOf({ title: post.title, caption: post.primary_caption })}
              </Link>
              {post.published_url && (
                <a
                  href={post.published_url}
                  target="_blank"
                  rel="noreferrer"
                  className="inline-flex size-6 shrink-0 items-center justify-center text-accent"
                >
                  <ExternalLink aria-hidden size={14} />
                  <span className="sr-only">Open the post on {channelNames[post.channel]}, in a new tab</span>
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
