'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { zoneText } from '@/lib/text/zone-text'
import { formatTime, type TimeStyle, zoneName } from './formats'

/** The project's time zone and the reader's locale. */
export type Zone = { timeZone: string; locale: string }

const ZoneContext = createContext<Zone>({ timeZone: 'UTC', locale: 'en-GB' })

export const useZone = (): Zone => useContext(ZoneContext)

export const ZoneProvider = ({ zone, children }: { zone: Zone; children: ReactNode }) => (
  <ZoneContext value={zone}>{children}</ZoneContext>
)

/** A moment in the project's zone, with the full time as its title. */
export function Time({ at, style = 'short', className }: { at: string; style?: TimeStyle; className?: string }) {
  const { timeZone, locale } = useZone()
  return (
    // Browser and server can format the same date with different spaces.
    <time
      dateTime={at}
      title={`${formatTime(at, 'full', timeZone, locale)} (${zoneName(timeZone, new Date(at))})`}
      className={className}
      suppressHydrationWarning
    >
      {formatTime(at, style, timeZone, locale)}
    </time>
  )
}

/** The zone of the times on the screen. */
export function ZoneLine() {
  const { timeZone } = useZone()
  return <span suppressHydrationWarning>Times are in {zoneText(timeZone)}.</span>
}
