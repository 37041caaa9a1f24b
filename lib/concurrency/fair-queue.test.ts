import { expect, test } from 'vitest'
import { fairQueue } from './fair-queue'

/** Tasks that the test finishes one by one. */
function steps() {
  const started: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () => {
    started.push(name)
    return new Promise<void>((end) => ends.push(end))
  }
  const endFirst = async (): Promise<void> => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { started, work, endFirst }
}

test('owners take turns', async () => {
  const { started, work, endFirst } = steps()
  const run = fairQueue(2)
  const all = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((name) => run(name[0] ?? '', work(name)))
  await new Promise(setImmediate)
  for (let ended = 0; ended < all.length; ended++) await endFirst()
  await Promise.all(all)
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3', 'c1', 'b2', 'a4'])
})

test('a failed task frees its slot and passes on its error', async () => {
  const run = fairQueue(1)
  const failed = run('a', () => Promise.reject(new Error('broken')))
  const next = run('a', async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await run('b', async () => 'free')).toBe('free')
})
