'use client'

import { useQuery } from '@tanstack/react-query'
import { nameChannels } from '@/components/channels/channel-names'
import { call } from '@/lib/api/client'
import { channelIds } from '@/lib/channel-ids'
import { listQueue } from '@/lib/openapi/operations.generated'
import { queueKeys } from './query-keys'

type Props = { projectId: string; storyId: string }

/** Names the channels that a story is not published on yet, in the question whether to cancel it. */
export function WaitingChannels({ projectId, storyId }: Props) {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'waiting', storyId],
    queryFn: ({ signal }) =>
      call(listQueue, { project_id: projectId, story_id: storyId, status: 'pending,approved', limit: 100 }, { signal }),
  })
  const waiting = new Set(data?.items.map(({ channel }) => channel))
  const channels = channelIds.filter((channel) => waiting.has(channel))
  return (
    <p>
      {channels.length > 0
        ? `It will not be published on ${nameChannels(channels)}.`
        : 'Posts that are not published yet are cancelled.'}
    </p>
  )
}
