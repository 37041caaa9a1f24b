import { afterAll, inject } from 'vitest'
import { closeDatabase } from '@/lib/db/pool'
import { restoreEnv } from './restore-env'

// Code under test in this process has the environment of the product's own processes.
restoreEnv({
  ...inject('productEnv'),
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  DATABASE_POOL_MAX: '5',
})
afterAll(closeDatabase)
