import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { clearableDeadlineIn, deadlineIn } from './deadline'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** How many of a hundred calls were ended by their deadline, though garbage was collected while they waited. */
async function endedBy(deadline: (ms: number) => AbortSignal): Promise<number> {
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

// A call without a deadline may be accepted long after its row was judged absent and sent again.
test('a call is ended by its deadline though garbage is collected meanwhile', async () => {
  expect(await endedBy(deadlineIn)).toBe(100)
  expect(await endedBy((ms) => clearableDeadlineIn(ms).signal)).toBe(100)
})

test('a deadline that was cleared never comes', async () => {
  const [cleared, kept] = [clearableDeadlineIn(1), clearableDeadlineIn(2)]
  cleared.clear()
  await new Promise((resolve) => kept.signal.addEventListener('abort', resolve))
  expect(cleared.signal.aborted).toBe(false)
  expect(kept.signal.reason).toMatchObject({ name: 'TimeoutError' })
})

test('what aborts is a timeout by its name, which callers tell from somebody who gave up', async () => {
  const signal = deadlineIn(1)
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  expect(signal.reason).toMatchObject({ name: 'TimeoutError' })
})
