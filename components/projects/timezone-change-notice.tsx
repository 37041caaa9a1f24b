'use client'

import { formatTime, zoneName } from '@/components/time/formats'
import { useZone } from '@/components/time/zone'
import { Notice } from '@/components/ui/notice'
import { isTimezone } from '@/lib/projects/zone-names'

/** Shows the effect of a new time zone before it is saved. */
export function TimezoneChangeNotice({ before, after, now }: { before: string; after: string; now: string }) {
  const { locale } = useZone()
  if (after === before || !isTimezone(after)) return null
  const at = new Date(now)
  const format = (zone: string): string => formatTime(at, 'short', zone, locale)
  return (
    <div aria-live="polite">
      <Notice tone="info" title="What changes">
        <ul className="flex list-disc flex-col gap-1 pl-4">
          <li suppressHydrationWarning>
            {format(before)} in {zoneName(before, at)} is {format(after)} in {zoneName(after, at)}.
          </li>
          <li>Scheduled posts are published at the same moment. Only the time shown changes.</li>
          <li>New times use the new zone.</li>
        </ul>
      </Notice>
    </div>
  )
}
