import { dayOf } from '@/components/time/local-time'
import type { FreeSlot } from './free-slots/use-free-slots'
import type { QueueStory } from './queue-stories'

/** `rows`: stories, and free slots that have no story between them. */
export type QueueDay = { day: string; at: string; stories: number; free: number; rows: (QueueStory | FreeSlot[])[] }

/** Stories and free slots by day. Stories have their day already; slots stand at their time among them. */
export function groupByDay(stories: readonly QueueStory[], slots: readonly FreeSlot[], timeZone: string): QueueDay[] {
  const days = new Map<string, (QueueStory | FreeSlot)[]>()
  const add = (day: string, one: QueueStory | FreeSlot): void => {
    const own = days.get(day)
    if (own) own.push(one)
    else days.set(day, [one])
  }
  for (const story of stories) add(story.day, story)
  for (const slot of slots) add(dayOf(slot.at, timeZone), slot)
  if (slots.length > 0) for (const own of days.values()) own.sort((one, other) => one.at.localeCompare(other.at))
  const all = [...days].map(([day, own]): QueueDay => {
    const free = own.filter((one) => !('items' in one)).length
    // A story has a row for each of its times.
    const stories = new Set(own.flatMap((one) => ('items' in one ? one.items[0].story_id : []))).size
    return { day, at: own[0]?.at ?? day, stories, free, rows: rowsOf(own) }
  })
  return slots.length > 0 ? all.sort((one, other) => one.day.localeCompare(other.day)) : all
}

function rowsOf(own: readonly (QueueStory | FreeSlot)[]): (QueueStory | FreeSlot[])[] {
  const rows: (QueueStory | FreeSlot[])[] = []
  for (const one of own) {
    const last = rows.at(-1)
    if ('items' in one) rows.push(one)
    else if (Array.isArray(last)) last.push(one)
    else rows.push([one])
  }
  return rows
}
