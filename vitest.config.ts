import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/support/sequence'

const alias = { '@': import.meta.dirname ?? process.cwd() }
const unit = ['lib/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/channels/**/*.test.ts']
/** Run against a served product: once on PGlite, once on PostgreSQL. TEST_DATABASE says which. */
const served = ['tests/api/**/*.test.ts', 'tests/jobs/**/*.test.ts']

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 300_000,
    retry: 0,
    cache: false,
    sequence: { sequencer: LongestFirst },
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    projects: [
      {
        extends: true,
        test: { name: 'unit', include: unit, env: { ALLOW_PRIVATE_NETWORK: '1', DATA_DIR: '.test/data' } },
      },
      {
        extends: true,
        test: {
          name: 'served',
          include: served,
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup-built.ts'],
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          globalSetup: ['tests/support/global-setup-with-worker.ts'],
          setupFiles: ['tests/support/setup.ts'],
        },
      },
    ],
  },
})
