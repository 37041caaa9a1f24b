import { expect, test } from 'vitest'
import type { ListedQueueItem } from '@/lib/queue/contract'
import { loadQueuePage, type PagePosition, type QueuePage } from './load-queue'

const start = new Date('2031-03-01T12:00:00Z')
const hourMs = 3_600_000
const filter = { view: 'upcoming', channel: null } as const

/** A list endpoint with items at these hours after the start, paged in creation order like the server's. */
function aListEndpoint(hours: number[]) {
  const all = hours.map((hour, index) => ({
    id: String(index),
    scheduled_at: new Date(start.getTime() + hour * hourMs).toISOString(),
  })) as ListedQueueItem[]
  const stats = { calls: 0 }
  const list: Parameters<typeof loadQueuePage>[0] = async ({ from = '', to = '9', cursor, limit }) => {
    stats.calls++
    const found = all.filter(({ scheduled_at }) => (scheduled_at ?? '') >= from && (scheduled_at ?? '') < to)
    const first = cursor ? found.findIndex(({ id }) => id === cursor) + 1 : 0
    const items = found.slice(first, first + limit)
    return { items, next_cursor: first + limit < found.length ? (items.at(-1)?.id ?? null) : null }
  }
  return { list, stats }
}

/** A fixed permutation, so that creation order differs from time order. */
const shuffled = (hours: number[]): number[] => hours.map((_, index) => hours[(index * 7_919) % hours.length] ?? 0)
const each = (count: number, hour: (index: number) => number): number[] =>
  Array.from({ length: count }, (_, n) => hour(n))

test.each<[string, number[]]>([
  ['no items', []],
  ['a few in a year', each(90, (n) => n * 90)],
  ['40 per day for a month', shuffled(each(1_200, (n) => n * 0.6))],
  ['5,000 in two weeks', shuffled(each(5_000, (n) => n / 15))],
  ['350 at the same moment', shuffled([...each(350, () => 5), ...each(200, (n) => n)])],
  ['450 overdue', shuffled([...each(450, (n) => -n), ...each(60, (n) => n * 24)])],
  ['nothing for 5,000 hours, then many', shuffled(each(300, (n) => 5_000 + n))],
])('%s: small pages return each item once with few calls', async (_, hours) => {
  const { list, stats } = aListEndpoint(hours)
  const seen: string[] = []
  let pages = 0
  for (let position: PagePosition | null = {}; position; pages++) {
    const page: QueuePage = await loadQueuePage(list, 'project', filter, start, position)
    expect(page.items.length).toBeLessThan(125)
    expect(page.items.length > 0 || hours.length === 0).toBe(true)
    seen.push(...page.items.map(({ id }) => id))
    position = page.next
  }
  expect([seen.length, new Set(seen).size]).toEqual([hours.length, hours.length])
  // Only the first page searches for the range.
  expect(stats.calls).toBeLessThanOrEqual(10 + 4 * pages)
})

test('earlier items come first although the endpoint sorts by creation', async () => {
  const { list } = aListEndpoint(shuffled(each(1_200, (n) => n * 0.6)))
  const first = await loadQueuePage(list, 'project', filter, start, null)
  const second = await loadQueuePage(list, 'project', filter, start, first.next)
  const latest = Math.max(...first.items.map(({ scheduled_at }) => Date.parse(scheduled_at ?? '')))
  const soonest = Math.min(...second.items.map(({ scheduled_at }) => Date.parse(scheduled_at ?? '')))
  expect(latest).toBeLessThan(soonest)
  expect(new Date(first.next?.from ?? 0).getTime()).toBeGreaterThan(latest)
})
