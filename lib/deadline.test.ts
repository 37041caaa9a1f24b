import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { clearableDeadlineIn, deadlineIn } from './deadline'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Counts how many of 100 calls end at their deadline despite garbage collection. */
async function countEnded(deadline: (ms: number) => AbortSignal): Promise<number> {
  const stop = new AbortController()
  let ended = 0
  for (let call = 0; call < 100; call++) {
    const ofAttempt = AbortSignal.any([stop.signal, deadline(150)])
    AbortSignal.any([ofAttempt, deadline(60_000)]).addEventListener('abort', () => {
      ended += 1
    })
  }
  await sleep(20)
  collectGarbage()
  await sleep(400)
  return ended
}

// Without a deadline the network might accept a call long after its row was considered lost and retried.
test('the deadline ends a call despite garbage collection', async () => {
  expect(await countEnded(deadlineIn)).toBe(100)
  expect(await countEnded((ms) => clearableDeadlineIn(ms).signal)).toBe(100)
})

test('a cleared deadline never fires', async () => {
  const [cleared, kept] = [clearableDeadlineIn(1), clearableDeadlineIn(2)]
  cleared.clear()
  await new Promise((resolve) => kept.signal.addEventListener('abort', resolve))
  expect(cleared.signal.aborted).toBe(false)
  expect(kept.signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('the abort reason is a TimeoutError, unlike a cancelled call', async () => {
  const signal = deadlineIn(1)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})
