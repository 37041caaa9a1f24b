import { setTimeout as sleep } from 'node:timers/promises'

/** Polls until the condition is true. Returns the elapsed seconds. */
export async function eventually(isTrue: () => Promise<boolean>, what: string, seconds: number): Promise<number> {
  const startedMs = performance.now()
  while (!(await isTrue())) {
    if (performance.now() - startedMs > seconds * 1000) throw new Error(`${what}: not true within ${seconds} s`)
    await sleep(20)
  }
  return (performance.now() - startedMs) / 1000
}
