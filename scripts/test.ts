import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { postgresBinaries } from '@/tests/support/postgres'
import { ensureBuilt } from './support/build'
import { findChromium } from './support/chromium'
import { printHelp } from './support/help'

printHelp(
  `npm test

Formatting, lint, types and import directions; unit and channel tests; API, job and fault tests on the embedded
database and, when a PostgreSQL server is installed, once more on that; browser tests when a Chromium is found.

  npm test -- api/stories     only the tests whose path has this in it, on the embedded database
  FAULT_ROWS=10000            how many rows the fault test publishes (2,000)`,
  { words: 'any' },
)

const filters = process.argv.slice(2)
const folder = join(process.cwd(), '.test')
let passed = 0
let failed = 0
let skipped = 0

function run(command: string[], env: Record<string, string> = {}): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { env: { ...process.env, ...env }, stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })
}

async function check(name: string, command: string[]): Promise<void> {
  process.stdout.write(`\n── ${name}\n`)
  const code = await run(command)
  if (code === 0) passed += 1
  else failed += 1
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numFailedTestSuites: number
  success: boolean
}

async function vitest(name: string, project: string, env: Record<string, string> = {}): Promise<void> {
  process.stdout.write(`\n── ${name}\n`)
  const report = join(folder, `${name.replace(/\W+/g, '-')}.json`)
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests']
  const code = await run(
    [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
    env,
  )
  if (!existsSync(report)) {
    failed += 1
    return
  }
  const counts = JSON.parse(readFileSync(report, 'utf8')) as Report
  passed += counts.numPassedTests
  skipped += counts.numPendingTests
  // A file that did not even load, or a run that ended badly, has failed though no test says so.
  failed += Math.max(counts.numFailedTests, code === 0 ? 0 : 1)
}

/** Credentials that tests made must be in no answer and in no log line of the whole run. */
function scanForSecrets(): void {
  const list = join(folder, 'secrets.txt')
  if (!existsSync(list)) return
  process.stdout.write('\n── credentials in answers and logs\n')
  const secrets = [...new Set(readFileSync(list, 'utf8').split('\n'))].filter((secret) => secret.length >= 8)
  const leaks: string[] = []
  for (const name of readdirSync(join(folder, 'logs'))) {
    if (name.startsWith('sandbox')) continue
    const text = readFileSync(join(folder, 'logs', name), 'utf8')
    for (const secret of secrets)
      if (text.includes(secret)) leaks.push(`${name} has the credential ${secret.slice(0, 6)}…`)
  }
  process.stdout.write(
    leaks.length > 0 ? `${leaks.join('\n')}\n` : `${secrets.length} credentials, none of them anywhere\n`,
  )
  if (leaks.length > 0) failed += 1
  else passed += 1
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(join(folder, 'logs'), { recursive: true })
const isWhole = filters.length === 0
if (isWhole) {
  await check('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.'])
  await check('types', ['node_modules/typescript/bin/tsc', '--noEmit'])
  await check('import directions', ['scripts/run.mjs', 'scripts/check-imports.ts'])
}
await vitest('unit and channels', 'unit')
await ensureBuilt((message) => process.stdout.write(`\n${message}\n`))
await vitest('API and jobs on the embedded database', 'served', { TEST_DATABASE: 'pglite' })
await vitest('faults on the embedded database', 'faults', { TEST_DATABASE: 'pglite' })
if (isWhole) {
  if (postgresBinaries()) {
    process.stdout.write(
      '\nPostgreSQL is installed: once more on it. It has no pgvector, which nothing here needs yet.\n',
    )
    await vitest('API and jobs on PostgreSQL', 'served', { TEST_DATABASE: 'postgres' })
    await vitest('faults on PostgreSQL', 'faults', { TEST_DATABASE: 'postgres' })
  } else {
    process.stdout.write('\nNo PostgreSQL server is installed: the second run of the database tests is left out.\n')
  }
}
if (findChromium()) {
  await vitest('browser', 'e2e', { TEST_DATABASE: 'pglite' })
} else {
  process.stdout.write('\nNo Chromium is installed: the browser tests are left out.\n')
}
if (isWhole) scanForSecrets()
process.stdout.write(`\n${passed} passed, ${failed} failed, ${skipped} skipped\n`)
process.exit(failed > 0 ? 1 : 0)
