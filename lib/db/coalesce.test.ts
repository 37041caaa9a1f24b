import { expect, test } from 'vitest'
import { coalesce } from './coalesce'

const later = () => new Promise((resolve) => setImmediate(resolve))

test('calls that arrive while one is running share the next batch', async () => {
  const batches: number[][] = []
  const double = coalesce(
    async (items: number[]) => {
      batches.push(items)
      await new Promise((resolve) => setImmediate(resolve))
      return items.map((item) => item * 2)
    },
    { maxItems: 4 },
  )
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map((item) => double(item)))).toEqual([2, 4, 6, 8, 10, 12])
  expect(batches).toEqual([[1], [2, 3, 4, 5], [6]])
})

test('a failed item does not fail the others', async () => {
  const work = coalesce(async (items: number[]) => {
    if (items.includes(3)) throw new Error('three')
    return items
  })
  const results = await Promise.allSettled([1, 2, 3, 4].map((item) => work(item)))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
})

test('a batch is not retried after an outage', async () => {
  const batches: number[][] = []
  const work = coalesce(async (items: number[]) => {
    batches.push(items)
    throw new Error('Connection terminated unexpectedly')
  })
  const results = await Promise.allSettled([1, 2, 3].map((item) => work(item)))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  expect(batches).toEqual([[1], [2, 3]])
})

test('collects concurrent calls for a while; a single call never waits', async () => {
  const batches: number[][] = []
  const work = coalesce(
    async (items: number[]) => {
      batches.push(items)
      return items
    },
    { gatherMs: 200 },
  )
  await work(1)
  await later()
  await work(2)
  await later()
  // 3 runs at once; 4 waits for it and for more calls, so 5 joins it.
  await Promise.all([work(3), work(4), later().then(() => work(5))])
  expect(batches).toEqual([[1], [2], [3], [4, 5]])
})
