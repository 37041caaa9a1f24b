import { expect, test } from 'vitest'
import type { QueueItem } from '@/lib/queue/contract'
import { loadQueuePage, type Place, type QueuePage } from './load-queue'

/** Holds that a look ahead loads little at a time and leaves nothing out, however the posts lie. */

const start = new Date('2031-03-01T12:00:00Z')
const hourMs = 3_600_000
const filter = { view: 'upcoming', channel: null } as const

/** Items at these hours from the start, in a listing that answers as the server's does: by age, from and to, page by page. */
function aListing(hours: number[]) {
  const all = hours.map((hour, index) => ({
    id: String(index),
    scheduled_at: new Date(start.getTime() + hour * hourMs).toISOString(),
  })) as QueueItem[]
  const told = { calls: 0 }
  const list: Parameters<typeof loadQueuePage>[0] = async ({ from = '', to = '9', cursor, limit }) => {
    told.calls++
    const found = all.filter(({ scheduled_at }) => (scheduled_at ?? '') >= from && (scheduled_at ?? '') < to)
    const first = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
    const items = found.slice(first, first + limit)
    return { items, next_cursor: first + limit < found.length ? (items.at(-1)?.id ?? null) : null }
  }
  return { list, told }
}

/** Like 0, 1, 2 … in an order that has nothing to do with time, always the same. */
const shuffled = (hours: number[]): number[] => hours.map((_, index) => hours[(index * 7_919) % hours.length] ?? 0)
const each = (count: number, hour: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, n) => hour(n))

test.each<[string, number[]]>([
  ['nothing', []],
  ['a few in a year', each(90, (n) => n * 90)],
  ['forty a day for a month', shuffled(each(1_200, (n) => n * 0.6))],
  ['thousands in a fortnight', shuffled(each(5_000, (n) => n / 15))],
  ['many at one moment', shuffled([...each(350, () => 5), ...each(200, (n) => n)])],
  ['a long row of overdue ones', shuffled([...each(450, (n) => -n), ...each(60, (n) => n * 24)])],
  ['nothing for a long time, then many', shuffled(each(300, (n) => 5_000 + n))],
])('%s: each item once, in pages that are small, by few calls', async (_, hours) => {
  const { list, told } = aListing(hours)
  const seen: string[] = []
  let pages = 0
  for (let place: Place | null = {}; place; pages++) {
    const page: QueuePage = await loadQueuePage(list, 'project', filter, start, place)
    expect(page.items.length).toBeLessThan(125)
    expect(page.items.length > 0 || hours.length === 0).toBe(true)
    seen.push(...page.items.map(({ id }) => id))
    place = page.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([hours.length, hours.length])
  // The first page looks for its reach; those that follow begin with it.
  expect(told.calls).toBeLessThanOrEqual(10 + 4 * pages)
})

test('what is due soon comes before what is due later, though the listing goes by age', async () => {
  const { list } = aListing(shuffled(each(1_200, (n) => n * 0.6)))
  const first = await loadQueuePage(list, 'project', filter, start, null)
  const second = await loadQueuePage(list, 'project', filter, start, first.next)
  const latest = Math.max(...first.items.map(({ scheduled_at }) => Date.parse(scheduled_at ?? '')))
  const soonest = Math.min(...second.items.map(({ scheduled_at }) => Date.parse(scheduled_at ?? '')))
  expect(latest).toBeLessThan(soonest)
  expect(new Date(first.next?.from ?? 0).getTime()).toBeGreaterThan(latest)
})
