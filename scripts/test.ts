import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { postgresBinaries } from '@/tests/support/postgres'
import { ensureBuilt } from './support/build'
import { findChromium } from './support/chromium'
import { printHelp } from './support/help'
import { findLeaks } from './support/leaks'

printHelp(
  `npm test

Formatting, lint, types and import directions; unit and channel tests; API, job and fault tests on PostgreSQL when
it is installed and otherwise on the embedded database; browser tests when a Chromium is found.

  npm test -- --all           the API, job and fault tests on both databases, as CI does
  npm test -- api/stories     only the tests whose path has this in it, on the embedded database
  FAULT_ROWS=10000            how many rows the fault test publishes (2,000)`,
  { words: 'any', options: { all: { type: 'boolean' } } },
)

const isAll = process.argv.includes('--all')
const filters = process.argv.slice(2).filter((word) => word !== '--all')
const folder = join(process.cwd(), '.test')
let passed = 0
let skipped = 0
const failures: string[] = []
const fail = (what: string): void => void failures.push(what)
const slug = (name: string): string => name.replace(/\W+/g, '-')

/** Runs a command to its end, and then prints all that it said at once: what runs side by side stays readable. */
async function run(name: string, command: string[], env: Record<string, string> = {}): Promise<number> {
  const file = join(folder, `${slug(name)}.txt`)
  process.stdout.write(`\n── ${name} …\n`)
  const startedMs = performance.now()
  const output = openSync(file, 'w')
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
  closeSync(output)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  process.stdout.write(
    `\n── ${name}: ${code === 0 ? 'passed' : 'failed'} after ${seconds} s\n${readFileSync(file, 'utf8')}`,
  )
  return code
}

async function check(name: string, command: string[]): Promise<void> {
  if ((await run(name, command)) === 0) passed += 1
  else fail(name)
}

type Result = { status: string; fullName: string; failureMessages: string[] }
type Report = {
  numPassedTests: number
  numPendingTests: number
  testResults: { name: string; status: string; assertionResults: Result[] }[]
}

type Part = { name: string; project: string; env?: Record<string, string> }

async function vitest({ name, project, env }: Part): Promise<void> {
  const report = join(folder, `${slug(name)}.json`)
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests']
  const code = await run(
    name,
    [...command, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
    env,
  )
  if (!existsSync(report)) return fail(name)
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report
  passed += numPassedTests
  skipped += numPendingTests
  const before = failures.length
  for (const { name: file, status, assertionResults } of testResults) {
    const own = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${fullName}${beginningOf(failureMessages[0] ?? '')}`)
    // A file that did not even load has failed though no test says so.
    if (status === 'failed' && own.length === 0) own.push('the file itself')
    for (const test of own) fail(`${name} › ${relative(process.cwd(), file)} › ${test}`)
  }
  if (code !== 0 && failures.length === before) fail(`${name}: it ended with ${code} though no test failed`)
}

/** So much of a message as tells what was wrong: a log is often seen by its end alone. */
const beginningOf = (message: string): string =>
  message
    .split('\n')
    .slice(0, 12)
    .map((line) => `\n      ${line.slice(0, 300)}`)
    .join('')

/** Credentials that tests made must be in no answer and in no log line of the whole run. */
function scanForSecrets(): void {
  const { searched, leaks } = findLeaks(folder)
  process.stdout.write('\n── credentials in answers and logs\n')
  process.stdout.write(`${leaks.join('\n') || `${searched} credentials, none of them anywhere`}\n`)
  // A run that made no credential at all has shown nothing.
  if (leaks.length > 0 || searched === 0) fail('credentials in answers and logs')
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
await vitest({ name: 'unit and channels', project: 'unit' })
await ensureBuilt((message) => process.stdout.write(`\n${message}\n`))

const databases = { pglite: 'the embedded database', postgres: 'PostgreSQL' }
const hasPostgres = postgresBinaries() !== null
if (isWhole && !hasPostgres)
  process.stdout.write('\nNo PostgreSQL server is installed: the tests run on the embedded database alone.\n')
// Few tests are begun soonest on the embedded database.
const one = isWhole && hasPostgres ? 'postgres' : 'pglite'
// One after the other: files of one part run side by side as far as they wait, and more would only make them late.
for (const [TEST_DATABASE, words] of Object.entries(databases)) {
  if (TEST_DATABASE !== one && !(isAll && hasPostgres)) continue
  await vitest({ name: `API and jobs on ${words}`, project: 'served', env: { TEST_DATABASE } })
  await vitest({ name: `faults on ${words}`, project: 'faults', env: { TEST_DATABASE } })
}
if (findChromium()) await vitest({ name: 'browser', project: 'e2e', env: { TEST_DATABASE: 'pglite' } })
else process.stdout.write('\nNo Chromium is installed: the browser tests are left out.\n')
if (isWhole) scanForSecrets()
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((what) => `  ${what}\n`).join('')}`)
process.stdout.write(`\n${passed} passed, ${failures.length} failed, ${skipped} skipped\n`)
process.exit(failures.length > 0 ? 1 : 0)
