import { localOf } from '@/components/time/local-time'
import { cellsOf } from '../data/calendar-data'
import type { CalendarCard, CalendarData } from '../data/cards'
import type { RecurringSlot } from '../data/use-recurring-slots'
import { slotOf } from '../day/slot-of'

/**
 * A card, a recurring post or “+N more” at its place in the week. A half hour has room for one card, or for two lines.
 * Cards side by side would be too narrow for their text.
 */
export type SlotItem = { start: string; end: string; isLine: boolean } & (
  | { card: CalendarCard }
  | { recurring: RecurringSlot }
  | { more: number }
)

type Slot = { cards: CalendarCard[]; recurring: RecurringSlot[]; unknown: number }

export function weekSlots({
  data,
  recurring,
  timeZone,
  alwaysShown,
}: {
  data: CalendarData
  recurring: readonly RecurringSlot[]
  timeZone: string
  alwaysShown: ReadonlySet<string>
}): SlotItem[] {
  const slots = new Map<string, Slot>()
  const slotAt = (local: string): Slot => {
    const key = slotOf(local)
    const slot = slots.get(key) ?? { cards: [], recurring: [], unknown: 0 }
    slots.set(key, slot)
    return slot
  }
  for (const { local, stories, more } of cellsOf(
    data,
    { each: Number.POSITIVE_INFINITY, length: 13, timeZone },
    alwaysShown,
  )) {
    for (const card of stories) slotAt(localOf(card.at, timeZone)).cards.push(card)
    // Stories that are not loaded are later in the hour than those that are.
    const last = stories.at(-1)
    if (more > 0) slotAt(last ? localOf(last.at, timeZone) : `${local}:00`).unknown += more
  }
  for (const slot of recurring) slotAt(localOf(slot.at, timeZone)).recurring.push(slot)
  return [...slots]
    .sort(([one], [other]) => one.localeCompare(other))
    .flatMap(([at, slot]) => itemsOf(at, slot, alwaysShown))
}

function itemsOf(at: string, { cards, recurring, unknown }: Slot, alwaysShown: ReadonlySet<string>): SlotItem[] {
  const count = cards.length + recurring.length + unknown
  const whole = { start: `${at}:00`, end: `${at.slice(0, 14)}${at.endsWith('00') ? '29' : '59'}:59`, isLine: false }
  const entries = [...cards.map((card) => ({ card })), ...recurring.map((slot) => ({ recurring: slot }))]
  const [first] = entries
  if (count === 1 && first) return [{ ...whole, ...first }]
  const middle = `${at.slice(0, 14)}${at.endsWith('00') ? '15' : '45'}`
  const lines = [
    { start: whole.start, end: `${middle}:00`, isLine: true },
    { start: `${middle}:00`, end: whole.end, isLine: true },
  ] as const
  if (count > 2 || unknown > 0) {
    const shown = entries.find((entry) => 'card' in entry && alwaysShown.has(entry.card.key)) ?? first
    const more = { ...lines[1], more: shown ? count - 1 : count }
    return shown ? [{ ...lines[0], ...shown }, more] : [more]
  }
  const inOrder = entries.sort((one, other) => timeOf(one).localeCompare(timeOf(other)))
  return lines.flatMap((line, index): SlotItem[] => {
    const entry = inOrder[index]
    return entry ? [{ ...line, ...entry }] : []
  })
}

const timeOf = (entry: { card: CalendarCard } | { recurring: RecurringSlot }): string =>
  ('card' in entry ? entry.card : entry.recurring).at
