'use client'

import { useQuery } from '@tanstack/react-query'
import { queueKeys } from '@/components/stories/keys'
import { call } from '@/lib/api/client'
import { listQueue } from '@/lib/api/operations.generated'
import { QueueRow } from './queue-row'

/** What a person has to do by hand now, whatever view of the queue is open. */
export function PinsDue({ projectId, now }: { projectId: string; now: Date }) {
  const { data } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'pins'],
    queryFn: ({ signal }) => call(listQueue, { project_id: projectId, pin: 'due', limit: 50 }, { signal }),
    refetchInterval: 60_000,
  })
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <section>
      <h2 className="mb-2 font-semibold">To do by hand</h2>
      <ul className="panel divide-y divide-line">
        {items.map((item) => (
          <QueueRow key={item.id} item={item} now={now} />
        ))}
      </ul>
    </section>
  )
}
