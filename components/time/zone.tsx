'use client'

import { createContext, type ReactNode, useContext } from 'react'
import { formatTime, type TimeStyle, zoneName } from './formats'

/** The zone in which a project's times are shown, and the ways of the reader's country. */
export type Zone = { timeZone: string; locale: string }

const ZoneContext = createContext<Zone>({ timeZone: 'UTC', locale: 'en-GB' })

export const useZone = (): Zone => useContext(ZoneContext)

export const ZoneProvider = ({ zone, children }: { zone: Zone; children: ReactNode }) => (
  <ZoneContext value={zone}>{children}</ZoneContext>
)

/** A moment in the project's zone. The full time stands in the title. */
export function Time({ at, style = 'short', className }: { at: string; style?: TimeStyle; className?: string }) {
  const { timeZone, locale } = useZone()
  return (
    // A browser's and a server's tables of dates may differ in a space.
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

/** Says once per screen which zone its times are in. */
export function ZoneLine() {
  const { timeZone } = useZone()
  return <span suppressHydrationWarning>Times are in {timeZone.replaceAll('_', ' ')}.</span>
}
