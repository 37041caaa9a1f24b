'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { formatTime } from '@/components/time/formats'
import { instantOf } from '@/components/time/local-time'
import { nextWeeklyTime } from '@/components/time/next-weekly-time'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { listUsualTimes } from '@/lib/openapi/operations.generated'

type Props = { projectId: string; channels: readonly ChannelId[]; now: Date; onChoose: (localTime: string) => void }

/** Times of the week at which these channels often publish. */
export function UsualTimes({ projectId, channels, now, onChoose }: Props) {
  const { timeZone, locale } = useZone()
  const channel = channels.join(',')
  const { data } = useQuery({
    queryKey: ['usual-times', projectId, channel],
    queryFn: ({ signal }) =>
      call(listUsualTimes, { project_id: projectId, ...(channel ? { channel } : {}) }, { signal }),
    staleTime: 300_000,
    retry: 1,
  })
  const found = (data?.times ?? []).flatMap((time) => {
    const local = nextWeeklyTime(time, timeZone, now)
    const at = local && instantOf(local, timeZone)
    return at ? [{ local, label: formatTime(at, 'short', timeZone, locale), stories: time.stories }] : []
  })
  if (found.length === 0) return null
  const chips = found.toSorted((one, other) => one.local.localeCompare(other.local))
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-left mr-1 flex items-center gap-1.5 text-sm text-ink-soft">
        <History aria-hidden size={16} />
        Usual times
      </legend>
      {chips.map(({ local, label, stories }) => (
        <button
          key={local}
          type="button"
          title={`${stories} stories published at this time in the last 180 days`}
          onClick={() => onChoose(local)}
          className="min-h-8 rounded-full border border-line-strong px-3 text-sm hover:bg-sunken"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
