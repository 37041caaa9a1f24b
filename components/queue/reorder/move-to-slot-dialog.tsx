'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { channelNames } from '@/components/channels/channel-names'
import { ErrorNote } from '@/components/errors/error-note'
import { queueKeys } from '@/components/stories/query-keys'
import { Time, ZoneLine } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { ListSkeleton } from '@/components/ui/skeleton'
import { call } from '@/lib/api/client'
import { listFreeSlots } from '@/lib/openapi/operations.generated'
import { freeSlot } from './places'
import { useReorder } from './reorder-context'

type Props = { projectId: string; id: string; headline: string; onClose: () => void }

const slotsShown = 20

/** Moves a post to one of the next free slots of its channel. */
export function MoveToSlotDialog({ projectId, id, headline, onClose }: Props) {
  const reorder = useReorder()
  const channel = reorder?.channel
  const { data, error } = useQuery({
    queryKey: [...queueKeys.all(projectId), 'slots-to-move', channel],
    queryFn: ({ signal }) =>
      call(
        listFreeSlots,
        { project_id: projectId, count: slotsShown, ...(channel ? { channels: channel } : {}) },
        { signal },
      ),
  })
  const slots = channel ? data?.channels[channel] : undefined
  return (
    <Dialog title={`Move “${headline}” to a slot`} onClose={onClose}>
      {error && <ErrorNote isReading error={error} title="The free slots could not be loaded" />}
      {!data && !error && <ListSkeleton label="Loading the free slots" />}
      {data && !slots?.length && (
        <p>
          {channel && channelNames[channel]} has no free slots.{' '}
          <Link
            href={`/${projectId}/queue?channel=${channel}&slots`}
            onClick={onClose}
            className="font-medium text-accent underline"
          >
            Set slots
          </Link>
        </p>
      )}
      {slots && slots.length > 0 && (
        <>
          <p className="text-sm text-ink-soft">
            Free slots of {channel && channelNames[channel]}. <ZoneLine />
          </p>
          <ul aria-label="Free slots" className="panel flex max-h-80 flex-col divide-y divide-line overflow-y-auto">
            {slots.map((at) => (
              <li key={at}>
                <button
                  type="button"
                  className="control-height w-full px-3 text-left tabular-nums hover:bg-hover"
                  onClick={() => {
                    onClose()
                    reorder?.moveTo(id, freeSlot(at))
                  }}
                >
                  <Time at={at} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      <DialogButtons>
        <Button onClick={onClose}>Cancel</Button>
      </DialogButtons>
    </Dialog>
  )
}
