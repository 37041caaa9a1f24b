'use client'

import { formatTime, zoneName } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Notice } from '@/components/ui/notice'
import { isTimezone } from '@/lib/projects/zone-names'

/** Says what another zone does, with one moment in both, before it is saved. */
export function ZoneChange({ before, after, now }: { before: string; after: string; now: string }) {
  const { locale } = useZone()
  if (after === before || !isTimezone(after)) return null
  const at = new Date(now)
  const shown = (zone: string): string => formatTime(at, 'short', zone, locale)
  return (
    <div aria-live="polite">
      <Notice tone="info" title="What changes">
        <ul className="flex list-disc flex-col gap-1 pl-4">
          <li suppressHydrationWarning>
            The same moment reads differently: {shown(before)} in {zoneName(before, at)} is {shown(after)} in{' '}
            {zoneName(after, at)}.
          </li>
          <li>What is scheduled keeps its moment, so its time of day is shown as another one.</li>
          <li>Times that are set from then on mean the new zone.</li>
        </ul>
      </Notice>
    </div>
  )
}
