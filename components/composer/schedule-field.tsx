'use client'

import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { browserTimezone } from '@/components/projects/timezone-field'
import { formatRelative, formatTime, zoneName } from '@/components/time/formats'
import { useNow } from '@/components/time/use-now'
import { useZone } from '@/components/time/zone'
import { instantOf } from '@/components/time/zoned'
import { Button } from '@/components/ui/button'
import { TextField } from '@/components/ui/field'
import type { ChannelId } from '@/lib/channels/ids'
import { fieldId } from './fields'
import { UsualTimes } from './usual-times'

type Props = {
  projectId: string
  channels: readonly ChannelId[]
  value: string
  onChange: (localTime: string) => void
  error: string | null
  now: string
}

/** When it goes out, in the project's zone. Says what that is from here when here is elsewhere. */
export function ScheduleField({ projectId, channels, value, onChange, error, now: renderedAt }: Props) {
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
      <UsualTimes projectId={projectId} channels={channels} now={now} onChoose={onChange} />
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
