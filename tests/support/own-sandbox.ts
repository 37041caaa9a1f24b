import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, inject } from 'vitest'
import { systemClock } from '@/lib/clock'
import { reloadEnv } from '@/lib/env'
import { type RunningSandbox, startSandbox } from '@/lib/sandbox/server'
import { sandboxEnv } from '@/scripts/support/sandbox-env'

let own: RunningSandbox | null = null
let aheadMs = 0

/** The networks that this file's accounts live at: the product's, or the file's own. */
export const sandboxUrl = (): string => own?.url ?? inject('sandboxUrl')

/** Sets the clock of the file's own networks apart from ours. */
export function setNetworksAhead(ms: number): void {
  aheadMs = ms
}

/**
 * For files that change what holds for a whole network (its settings, faults of calls that no account makes) and call
 * the networks from this process alone: what they do at the product's sandbox would strike files that run beside them.
 */
export function onOwnSandbox(): void {
  let directory = ''
  const before = { ...process.env }
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'storycast-networks-'))
    own = await startSandbox({ port: 0, directory, clock: () => new Date(systemClock().getTime() + aheadMs) })
    const env = sandboxEnv(own.url)
    // How long a network takes to show a post is each file's own to say.
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
