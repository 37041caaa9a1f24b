'use client'

import { X } from 'lucide-react'
import { browserTimezone } from '@/components/time/browser-timezone'
import { moveTo, type Timed } from '@/components/time/channel-times'
import { ChannelTimes, ChannelTimesNote } from '@/components/time/channel-times-list'
import { formatRelative, formatTime, zoneName } from '@/components/time/formats'
import { instantOf, localOf } from '@/components/time/local-time'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { ZonedDateTimeField } from '@/components/time/zoned-date-time-field'
import { Button } from '@/components/ui/button'
import { useBrowserValue } from '@/components/ui/use-browser-value'
import type { ChannelId } from '@/lib/channel-ids'
import { fieldId } from '../draft/field-target'
import { UsualTimes } from './usual-times'

type Props = {
  projectId: string
  channels: readonly ChannelId[]
  /** The saved times of the story. */
  timed: Timed | null
  value: string
  onChange: (localTime: string) => void
  error: string | null
  now: string
}

/** The publishing time in the project's zone, and in the user's zone if different. */
export function ScheduleField({ projectId, channels, timed, value, onChange, error, now: renderedAt }: Props) {
  const { timeZone } = useZone()
  const now = useNow(renderedAt)
  const at = value ? instantOf(value, timeZone) : null
  return (
    <div className="flex flex-col gap-2">
      <ZonedDateTimeField
        id={fieldId({ channel: null, field: 'time' })}
        label="Time"
        isOptional
        value={value}
        onChange={onChange}
        error={error}
        aside={
          value && (
            <Button isSmall tone="ghost" icon={<X aria-hidden size={16} />} onClick={() => onChange('')}>
              Clear<span className="sr-only"> the time</span>
            </Button>
          )
        }
        hint={
          <span className="block min-h-12" suppressHydrationWarning>
            Time zone: {zoneName(timeZone, at ?? now)}.{at && <RelativeTime at={at} now={now} />}
          </span>
        }
      />
      {timed && value && <MovedChannelTimes timed={timed} channels={channels} localTime={value} />}
      <UsualTimes projectId={projectId} channels={channels} now={now} onChoose={onChange} />
    </div>
  )
}

type ChannelTimesProps = { timed: Timed; channels: readonly ChannelId[]; localTime: string }

/** New times of channels that have their own time. */
function MovedChannelTimes({ timed, channels, localTime }: ChannelTimesProps) {
  const { timeZone } = useZone()
  const isAsSaved = localTime === localOf(timed.at, timeZone)
  const at = isAsSaved ? timed.at : instantOf(localTime, timeZone)?.toISOString()
  const times = at ? moveTo(timed, at, timeZone).own_times.filter(({ channel }) => channels.includes(channel)) : []
  if (times.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-sm">
      <ChannelTimes times={times} />
      <ChannelTimesNote />
    </div>
  )
}

function RelativeTime({ at, now }: { at: Date; now: Date }) {
  const { timeZone, locale } = useZone()
  const ownZone = useBrowserValue(browserTimezone, timeZone)
  const ownTime = formatTime(at, 'short', ownZone, locale)
  const isOtherZone = ownZone !== timeZone && ownTime !== formatTime(at, 'short', timeZone, locale)
  return (
    <>
      {' '}
      {at > now ? 'Publishes' : 'That was'} {formatRelative(at, now)}
      {isOtherZone && ` (${ownTime} in your time zone)`}.
    </>
  )
}
