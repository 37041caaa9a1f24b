'use client'

import { useQuery } from '@tanstack/react-query'
import { nameChannels } from '@/components/channels/channel-names'
import { call } from '@/lib/api/client'
import { channelIds } from '@/lib/channel-ids'
import { listQueue } from '@/lib/openapi/operations.generated'
import { queueKeys } from './query-keys'

type Props = { projectId: string; storyId: string }

/** What a retry does, in the question before it. It warns only if a post may be public already. */
export function RetryQuestion({ projectId, storyId }: Props) {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'failed', storyId],
    queryFn: ({ signal }) =>
      call(listQueue, { project_id: projectId, story_id: storyId, status: 'failed', limit: 100 }, { signal }),
  })
  const items = data?.items ?? []
  const inOrder = (found: typeof items) => channelIds.filter((id) => found.some(({ channel }) => channel === id))
  const channels = inOrder(items)
  const unknown = inOrder(items.filter(({ skip_reason }) => skip_reason?.startsWith('outcome_unknown')))
  return (
    <>
      <p>
        {channels.length > 0 ? nameChannels(channels) : 'The failed channels'} will be tried again in one minute.
        Published posts stay as they are.
      </p>
      {unknown.length > 0 && (
        <p>Check {nameChannels(unknown)} first: the post may be there already, and it would be published twice.</p>
      )}
    </>
  )
}
