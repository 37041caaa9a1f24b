import { expect, test } from 'vitest'
import { coalesce } from './coalesce'

const later = () => new Promise((resolve) => setImmediate(resolve))

test('calls that start together share a batch, and so do calls that arrive while it is running', async () => {
  const batches: number[][] = []
  const double = coalesce(
    async (items: number[]) => {
      batches.push(items)
      await new Promise((resolve) => setImmediate(resolve))
      return items.map((item) => item * 2)
    },
    { maxItems: 4 },
  )
  const later = Promise.resolve().then(() => Promise.all([7, 8].map((item) => double(item))))
  expect(await Promise.all([1, 2, 3, 4, 5, 6].map((item) => double(item)))).toEqual([2, 4, 6, 8, 10, 12])
  expect(await later).toEqual([14, 16])
  expect(batches).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
  ])
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
  expect(batches).toEqual([[1, 2, 3]])
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
  // 3 and 4 run at once; 5 waits for them and for more calls, so 6 joins it.
  await Promise.all([work(3), work(4), later().then(() => Promise.all([work(5), later().then(() => work(6))]))])
  expect(batches).toEqual([[1], [2], [3, 4], [5, 6]])
})
