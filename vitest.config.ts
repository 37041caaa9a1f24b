import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const alias = { '@': import.meta.dirname ?? process.cwd() }
const unit = [
  'lib/**/*.test.ts',
  'components/**/*.test.ts',
  'sandbox/**/*.test.ts',
  'scripts/**/*.test.ts',
  'tests/channels/**/*.test.ts',
]
/** Files that replace modules or measure memory. Each runs in a process of its own. */
const isolated = ['lib/**/contracts.test.ts', 'lib/storage/storage.test.ts']

/**
 * Tests that do not depend on the database: permissions, input checks, how each network answers, and processes that are
 * killed. With TEST_SCOPE=database they are left out, because they have already run on the other database.
 */
const withoutDatabase = [
  'tests/api/outbound/**',
  'tests/api/reference/**',
  'tests/api/edge/{authentication,authorization,envelope,hostile-texts,http-server}.test.ts',
  'tests/api/edge/{next-start,parsing,ranges,start,token-roles,validation}.test.ts',
  'tests/api/media/{fairness,storage-errors}.test.ts',
  'tests/jobs/ai/{model,wording}.test.ts',
  'tests/jobs/metrics/errors.test.ts',
  'tests/jobs/posts/**',
  'tests/jobs/publishing/{connection-errors,publish-call-errors,retry,upload-call-errors}.test.ts',
  'tests/jobs/{first-comments,publishing}/unknown-outcome*.test.ts',
  'tests/jobs/webhooks/receiver-errors.test.ts',
  // What these kill is the server. Their statements run in parallel in tests/api/edge/idempotency.test.ts and
  // tests/jobs/connections/refresh.test.ts.
  'tests/faults/{fuzz,idempotency,refresh,threads,uploads}.test.ts',
]
const excluded = process.env.TEST_SCOPE === 'database' ? withoutDatabase : []

/** The slowest files, which start first: started last, one of them would run alone at the end. */
const slowest = [
  'jobs/publishing/upload-call-errors',
  'jobs/posts/video-processing-timeout',
  'jobs/publishing/unknown-outcome',
  'jobs/posts/post-types',
  'jobs/publishing/publish-call-errors',
  'faults/up',
  'faults/up-build',
  'faults/embedded',
  'faults/uploads',
  'faults/publishing',
  'faults/webhooks',
  'faults/idempotency',
  'faults/outage',
  'e2e/screens/every-screen',
  'e2e/screens/error-states',
  'e2e/notifications/notifications',
  'e2e/settings/settings',
  'e2e/composer/saving',
  'e2e/roles/roles',
  'e2e/media/library',
  'e2e/journeys/sign-up-to-post',
  'e2e/connections/connect',
  'e2e/screens/server-modes',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slowest.findIndex((name) => moduleId.includes(`/tests/${name}.`))
  return rank === -1 ? slowest.length : rank
}

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((one, other) => rankOf(one) - rankOf(other))
  }
}

const unitOptions = {
  sequence: { groupOrder: 4 },
  setupFiles: ['tests/support/setup/unit.ts'],
  env: { ALLOW_PRIVATE_NETWORK: '1', DATA_DIR: '.test/data' },
}

/**
 * scripts/test.ts runs the projects one by one. Where files share a process (`isolate: false`) the modules are loaded
 * once, and the setup file restores the environment.
 */
export default defineConfig({
  resolve: { alias },
  test: {
    maxWorkers: 2,
    // Tests marked concurrent: one per network.
    maxConcurrency: 7,
    testTimeout: 60_000,
    hookTimeout: 300_000,
    retry: 0,
    // The default of 1 s is too short while other phases use the CPU.
    expect: { poll: { timeout: 15_000 } },
    cache: false,
    sequence: { sequencer: SlowestFirst },
    env: { NEXT_TELEMETRY_DISABLED: '1' },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: unit,
          exclude: isolated,
          isolate: false,
          ...unitOptions,
        },
      },
      {
        extends: true,
        test: { name: 'unit-isolated', include: isolated, ...unitOptions },
      },
      {
        extends: true,
        test: {
          // Against one server, on the database that TEST_DATABASE names.
          name: 'served',
          include: ['tests/api/**/*.test.ts', 'tests/jobs/**/*.test.ts'],
          exclude: excluded,
          isolate: false,
          // Half of the time they wait, for deadlines of calls or for videos in processing.
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
          globalSetup: ['tests/support/setup/global-setup.ts'],
          setupFiles: ['tests/support/setup/environment.ts'],
        },
      },
      {
        extends: true,
        test: {
          // Each file starts and kills servers of its own.
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          exclude: excluded,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
          testTimeout: 600_000,
          globalSetup: ['tests/support/setup/global-setup-built.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          isolate: false,
          maxWorkers: 3,
          sequence: { groupOrder: 2 },
          testTimeout: 180_000,
          // A busy machine can delay a page by more than a test waits. `npm run test:all` lists tests that passed only then.
          retry: 1,
          globalSetup: ['tests/support/setup/global-setup-browser.ts'],
          setupFiles: ['tests/support/setup/environment.ts'],
        },
      },
    ],
  },
})
