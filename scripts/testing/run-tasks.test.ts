import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { runTasks, type Task } from './run-tasks'

test('runs two at once in their order, and a task that is alone beside none', async () => {
  const log: string[] = []
  const task = (name: string, ms: number, more: Partial<Task> = {}): Task => ({
    name,
    ...more,
    async run() {
      log.push(`${name} starts`)
      await sleep(ms)
      log.push(`${name} ends`)
      return true
    },
  })
  const alone = task('alone', 10, { isAlone: true, after: 'short' })
  await runTasks([task('short', 20), task('long', 200), alone, task('last', 10)], 2)
  const [started, others] = [log.slice(0, 2), log.slice(2)]
  expect(started).toEqual(['short starts', 'long starts'])
  expect(others).toEqual(['short ends', 'long ends', 'alone starts', 'alone ends', 'last starts', 'last ends'])
})

test('does not run a task whose predecessor failed', async () => {
  const results = await runTasks(
    [
      { name: 'build', run: async () => false },
      { name: 'tests', after: 'build', run: async () => true },
    ],
    2,
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(['failed', 'not run'])
})
