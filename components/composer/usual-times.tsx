'use client'

import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { formatTime } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { dayOf, instantOf } from '@/components/time/zoned'
import { call } from '@/lib/api/client'
import { listUsualTimes } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { UsualTime } from '@/lib/stories/usual-times-contract'

type Props = { projectId: string; channels: readonly ChannelId[]; now: Date; onChoose: (localTime: string) => void }

const dayMs = 86_400_000
const two = (number: number): string => String(number).padStart(2, '0')

/** The next moment of an hour of the week, as a form has it. */
export function nextOf({ weekday, hour, minute }: UsualTime, timeZone: string, now: Date): string | null {
  const today = Date.parse(`${dayOf(now, timeZone)}T00:00Z`)
  for (let days = 0; days <= 7; days++) {
    const day = new Date(today + days * dayMs)
    if ((day.getUTCDay() || 7) !== weekday) continue
    const local = `${day.toISOString().slice(0, 10)}T${two(hour)}:${two(minute)}`
    const at = instantOf(local, timeZone)
    if (at && at > now) return local
  }
  return null
}

/** When the stories of these channels went out so far; nothing where that makes no habit. */
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
  const chips = (data?.times ?? []).flatMap((time) => {
    const local = nextOf(time, timeZone, now)
    const at = local && instantOf(local, timeZone)
    return at ? [{ local, label: formatTime(at, 'short', timeZone, locale), stories: time.stories }] : []
  })
  if (chips.length === 0) return null
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="float-left mr-1 flex items-center gap-1.5 text-sm text-ink-soft">
        <History aria-hidden size={15} />
        Usual times
      </legend>
      {chips.map(({ local, label, stories }) => (
        <button
          key={local}
          type="button"
          title={`${stories} stories went out at this hour of the week in the last 180 days.`}
          onClick={() => onChoose(local)}
          className="min-h-8 rounded-full border border-line-strong px-3 text-sm hover:bg-sunken"
        >
          {label}
        </button>
      ))}
    </fieldset>
  )
}
