'use client'

import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserTimezone } from '@/components/projects/timezone-field'
import { formatRelative, formatTime, zoneName } from '@/components/time/formats'
import { movedTo, type Timed } from '@/components/time/own-times'
import { OwnTimes, OwnTimesNote } from '@/components/time/own-times-list'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { instantOf, localOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channels/ids'
import { fieldId } from './fields'
import { UsualTimes } from './usual-times'

type Props = {
  projectId: string
  channels: readonly ChannelId[]
  /** When it goes out as it is saved. */
  timed: Timed | null
  value: string
  onChange: (localTime: string) => void
  error: string | null
  now: string
}

/** When it goes out, in the project's zone. Says what that is from here when here is elsewhere. */
export function ScheduleField({ projectId, channels, timed, value, onChange, error, now: renderedAt }: Props) {
  const { timeZone } = useZone()
  const now = useNow(renderedAt)
  const at = value ? instantOf(value, timeZone) : null
  return (
    <div className="flex flex-col gap-2">
      <TextField
        id={fieldId({ channel: null, field: 'time' })}
        label="Time"
        type="datetime-local"
        isOptional
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error}
        aside={
          value && (
            <Button isSmall tone="ghost" icon={<X aria-hidden size={15} />} onClick={() => onChange('')}>
              Clear<span className="sr-only"> the time</span>
            </Button>
          )
        }
        hint={
          <span className="block min-h-12" suppressHydrationWarning>
            In {zoneName(timeZone, at ?? now)}.{at && <Meaning at={at} now={now} />}
          </span>
        }
      />
      {timed && value && <OwnTimesOf timed={timed} channels={channels} localTime={value} />}
      <UsualTimes projectId={projectId} channels={channels} now={now} onChoose={onChange} />
    </div>
  )
}

/** Whoever changes the time sees where channels with a time of their own come to stand. */
function OwnTimesOf({
  timed,
  channels,
  localTime,
}: {
  timed: Timed
  channels: readonly ChannelId[]
  localTime: string
}) {
  const { timeZone } = useZone()
  const isAsSaved = localTime === localOf(timed.at, timeZone)
  const at = isAsSaved ? timed.at : instantOf(localTime, timeZone)?.toISOString()
  const times = at ? movedTo(timed, at, timeZone).own_times.filter(({ channel }) => channels.includes(channel)) : []
  if (times.length === 0) return null
  return (
    <div className="flex flex-col gap-1 text-sm">
      <OwnTimes times={times} />
      <OwnTimesNote />
    </div>
  )
}

function Meaning({ at, now }: { at: Date; now: Date }) {
  const { timeZone, locale } = useZone()
  // Known to the browser alone, so it is said once the page has woken up.
  const [here, setHere] = useState(timeZone)
  useEffect(() => setHere(browserTimezone()), [])
  const isElsewhere =
    here !== timeZone && formatTime(at, 'short', here, locale) !== formatTime(at, 'short', timeZone, locale)
  return (
    <>
      {' '}
      That is {formatRelative(at, now)}
      {isElsewhere && `, ${formatTime(at, 'short', here, locale)} where you are`}.
    </>
  )
}
