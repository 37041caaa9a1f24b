import { afterAll, inject } from 'vitest'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'

// Files that share a process share its environment, and what one sets must not reach the next.
const shared = globalThis as { environmentAtStart?: NodeJS.ProcessEnv }
shared.environmentAtStart ??= { ...process.env }
for (const name of Object.keys(process.env)) if (!(name in shared.environmentAtStart)) delete process.env[name]

// Code under test that runs in this process has the environment of the product's own processes.
Object.assign(process.env, shared.environmentAtStart, inject('productEnv'), {
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  DATABASE_POOL_MAX: '5',
})
reloadEnv()
afterAll(closeDatabase)
