'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/query-keys'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { listQueue } from '@/lib/openapi/operations.generated'
import { QueueSection } from './queue-section'
import { groupByStory } from './queue-stories'
import { StoryRow } from './story-row'

/** Posts to pin or unpin manually now, shown in every view of the queue. */
export function DuePins({ projectId, now }: { projectId: string; now: Date }) {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'pins'],
    queryFn: ({ signal }) => call(listQueue, { project_id: projectId, pin: 'due', limit: 50 }, { signal }),
    refetchInterval: 60_000,
  })
  const { timeZone } = useZone()
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <div className="panel">
      <QueueSection title="To do">
        {groupByStory(items, timeZone).map((story) => (
          <StoryRow key={story.key} story={story} now={now} isDated />
        ))}
      </QueueSection>
    </div>
  )
}
