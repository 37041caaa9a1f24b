import { createContext, useContext } from 'react'
import type { ListedPillar } from '@/components/pillars/use-pillars'
import type { CalendarCard } from './cards'
import type { RecurringSlot } from './use-recurring-slots'
import type { CalendarQuery } from './view-state'

/** Shared state of chips. A context, because FullCalendar renders them. */
export type ChipContext = {
  projectId: string
  /** The query of the current view. */
  query: CalendarQuery
  now: Date
  pillars: readonly ListedPillar[]
  /** Slots of recurring posts without a story. */
  recurring: readonly RecurringSlot[]
  selected: ReadonlySet<string>
  /** Stories with unsaved changes in this browser. */
  unsaved: ReadonlySet<string>
  isSelecting: boolean
  movingId: string | null
  /** Opens a story at its time. */
  onReschedule: (story: CalendarCard) => void
  onPress: (story: CalendarCard, keys: { isToggle: boolean; isRange: boolean }) => void
}

export const ChipReactContext = createContext<ChipContext | null>(null)
export const ChipContextProvider = ChipReactContext.Provider

/** The pillar of a content type, inside the chips' context. */
export const useChipPillar = (contentType: string | null): ListedPillar | undefined =>
  useContext(ChipReactContext)?.pillars.find(({ content_type }) => content_type === contentType)

/**
 * How a card is drawn: with its picture and two lines of text in a month, with its channels below the text where the day
 * is narrow, in one line where there is less room, in two short lines where the day is narrow, too, or in half an hour
 * of an hour view.
 */
export type ChipLook = 'tall' | 'column' | 'line' | 'stack' | 'hour'
