import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { systemClock } from '@/lib/clock'
import { reloadEnv } from '@/lib/env'
import { type RunningSandbox, startSandbox } from '@/sandbox/server'
import { sandboxEnv, sandboxModelEnv } from '@/scripts/demo/sandbox-env'

let own: RunningSandbox | null = null
let aheadMs = 0

/** URL of the sandbox that this file uses: the product's or its own. */
export const sandboxUrl = (): string => own?.url ?? inject('sandboxUrl')

/** Moves the clock of the file's own sandbox. */
export function setNetworksAhead(ms: number): void {
  aheadMs = ms
}

/**
 * Uses a separate sandbox for this file. For files that change a whole network (settings, errors of calls without an
 * account), which in the shared sandbox would affect other files. Only calls from this process use it.
 */
export function onOwnSandbox(): void {
  let directory = ''
  const before = { ...process.env }
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'storycast-networks-'))
    own = await startSandbox({ port: 0, directory, clock: () => new Date(systemClock().getTime() + aheadMs) })
    const env = { ...sandboxEnv(own.url), ...sandboxModelEnv(own.url) }
    // Each file sets the delays of the networks itself.
    for (const [name, value] of Object.entries(env)) if (!name.endsWith('_SECONDS')) process.env[name] = value
    reloadEnv()
  })
  afterAll(async () => {
    await own?.stop()
    own = null
    aheadMs = 0
    Object.assign(process.env, before)
    reloadEnv()
    await rm(directory, { recursive: true, force: true })
  })
}
