import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const alias = { '@': import.meta.dirname ?? process.cwd() }
const unit = ['lib/**/*.test.ts', 'components/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/channels/**/*.test.ts']
/** Run against a served product: once on PGlite, once on PostgreSQL. TEST_DATABASE says which. */
const served = ['tests/api/**/*.test.ts', 'tests/jobs/**/*.test.ts']

/** The files that take longest, in this order: begun last, one of them would run alone at the end. */
const longest = [
  'jobs/fault-steps',
  'jobs/endless-film',
  'jobs/doubt',
  'jobs/kind-matrix',
  'faults/publishing',
  'faults/webhooks',
  'faults/up',
  'faults/idempotency',
  'faults/outage',
  'e2e/every-screen',
  'e2e/trouble',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = longest.findIndex((name) => moduleId.includes(`/tests/${name}.`))
  return rank === -1 ? longest.length : rank
}

/** Begins the longest first. Nothing is kept from run to run, as runs side by side would write over one another. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 300_000,
    retry: 0,
    cache: false,
    sequence: { sequencer: LongestFirst },
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          // Those of the channels wait for calls that are never answered.
          maxWorkers: 3,
          sequence: { groupOrder: 4 },
          env: { ALLOW_PRIVATE_NETWORK: '1', DATA_DIR: '.test/data' },
        },
      },
      {
        extends: true,
        test: {
          name: 'served',
          include: served,
          // Half of what they do is waiting: for deadlines of calls, for films in processing.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          // Half of the time would go into loading the same modules for each file; setup.ts puts the environment right.
          isolate: false,
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
