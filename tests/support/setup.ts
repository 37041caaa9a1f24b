import { afterAll, inject } from 'vitest'
import { closeDatabase } from '@/lib/db/pool'
import { reloadEnv } from '@/lib/env'

// Code under test that runs in this process has the environment of the product's own processes.
Object.assign(process.env, inject('productEnv'), {
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  DATABASE_POOL_MAX: '5',
})
reloadEnv()
afterAll(closeDatabase)
