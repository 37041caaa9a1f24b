import { vi } from 'vitest'
import { reloadEnv } from '@/lib/env'

/** Files share a process and its environment. Undoes changes of earlier files. */
export function restoreEnv(more: Record<string, string> = {}): void {
  const shared = globalThis as { environmentAtStart?: NodeJS.ProcessEnv }
  vi.unstubAllEnvs()
  shared.environmentAtStart ??= { ...process.env }
  for (const name of Object.keys(process.env)) if (!(name in shared.environmentAtStart)) delete process.env[name]
  Object.assign(process.env, shared.environmentAtStart, more)
  reloadEnv()
}
