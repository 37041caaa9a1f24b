import { spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { postgresBinaries, startSharedCluster } from '@/tests/support/database/postgres'
import { ensureBuilt } from './build/ensure-built'
import { readCommandLine } from './cli/command-line.mjs'
import { findChromium } from './testing/chromium'
import { findLeaks } from './testing/leaked-credentials'
import { runTasks, type Task, type TaskResult } from './testing/run-tasks'
import { type FailedFile, type Report, readReport } from './testing/vitest-report'

const { positionals: filters, values } = readCommandLine(
  `npm test

Format, lint, types, imports, unit tests, API and job tests, the main browser journeys, and 200 posts published while
workers are killed. Uses PostgreSQL when it is installed, else the embedded database.

  npm run test:all            all tests, on both databases, as CI runs them; also npm test -- --all
  npm test -- api/stories     only the tests whose path contains this
  FAULT_ROWS=10000            number of posts in the publishing fault test`,
  { positionals: 'any', options: { all: { type: 'boolean' } } },
)

const isAll = values.all === true
const folder = join(process.cwd(), '.test')
/** Tasks that run at once. With more, tests would miss their deadlines on two cores. */
const lanes = 2

const total = { passed: 0, skipped: 0 }
const failures: string[] = []
/** Tests that failed once and then passed. */
const retried: string[] = []
const failedFiles: (FailedFile & { task: VitestTask })[] = []
/** More failed files than this are no accident, so none is run again. */
const repeatedMax = 4
const files: (Report['files'][number] & { task: string })[] = []

const slug = (name: string): string => name.replace(/\W+/g, '-')

/** Runs a command and prints its output when it has ended, so that parallel tasks stay readable. */
async function run(name: string, command: string[], env: Record<string, string> = {}): Promise<number> {
  const log = join(folder, `${slug(name)}.txt`)
  process.stdout.write(`\n── ${name} …\n`)
  const startedMs = performance.now()
  const output = openSync(log, 'w')
  const code = await new Promise<number>((resolve) => {
    const child = spawn(process.execPath, command, {
      env: { ...process.env, ...env },
      stdio: ['ignore', output, output],
    })
    child.once('exit', (code) => resolve(code ?? 1))
  })
  closeSync(output)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0)
  const outcome = code === 0 ? 'passed' : 'failed'
  process.stdout.write(`\n── ${name}: ${outcome} after ${seconds} s\n${readFileSync(log, 'utf8')}`)
  return code
}

/** A command that passes when it exits with 0. */
const check = (name: string, command: string[]): Task => ({
  name,
  async run() {
    const isPassed = (await run(name, command)) === 0
    if (isPassed) total.passed += 1
    else failures.push(name)
    return isPassed
  },
})

type VitestTask = Omit<Task, 'run'> & { project: string; paths?: string[]; env?: Record<string, string> }

async function runVitest({ name, project, paths = filters, env }: VitestTask): Promise<[number, Report | null]> {
  const json = join(folder, `${slug(name)}.json`)
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests']
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${json}`]
  const code = await run(name, [...command, ...reporters, ...paths], env)
  return [code, existsSync(json) ? readReport(json) : null]
}

const vitest = (task: VitestTask): Task => ({
  ...task,
  async run() {
    const { name } = task
    const [code, report] = await runVitest(task)
    total.passed += report?.passed ?? 0
    total.skipped += report?.skipped ?? 0
    files.push(...(report?.files ?? []).map((file) => ({ ...file, task: name })))
    failedFiles.push(...(report?.failed ?? []).map((file) => ({ ...file, task })))
    retried.push(...(report?.retried ?? []).map((test) => `${name} › ${test}`))
    if (code !== 0 && !report?.failed.length) failures.push(`${name}: exited with ${code}, but no test failed`)
    return code === 0
  },
})

/**
 * Runs failed files once more, one at a time with nothing beside them. A test that then passes was disturbed by the
 * load of the others. It is listed with the error of its first attempt, but does not fail the run.
 */
async function repeatFailedFiles(): Promise<void> {
  for (const { task, path, failures: first } of failedFiles) {
    const named = first.map((failure) => `${task.name} › ${path} › ${failure}`)
    if (failedFiles.length > repeatedMax) {
      failures.push(...named)
      continue
    }
    const name = `${task.name}, again: ${path}`
    const [code, report] = await runVitest({ ...task, name, paths: [path] })
    if (code === 0 && report && report.passed > 0) {
      retried.push(...named)
      total.passed += first.length
    } else failures.push(...named)
  }
}

const build: Task = {
  name: 'build',
  async run() {
    try {
      await ensureBuilt((message) => process.stdout.write(`\n${message}\n`))
      return true
    } catch (error) {
      failures.push(`build: ${(error as Error).message}`)
      return false
    }
  },
}

/** Fails if a response or log line of the run contains a credential that a test created. */
function leakCheck(): void {
  const { searched, leaks } = findLeaks(folder)
  process.stdout.write(
    `\n── credentials in responses and logs\n${leaks.join('\n') || `${searched} checked, none found`}\n`,
  )
  // A run without credentials proves nothing.
  if (leaks.length === 0 && searched > 0) total.passed += 1
  else failures.push('credentials in responses and logs')
}

const staticChecks = [
  check('types', ['node_modules/typescript/bin/tsc', '--noEmit']),
  check('format and lint', ['node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings', '.']),
  check('imports', ['scripts/run.mjs', 'scripts/check-imports.ts']),
]

type Kind = 'postgres' | 'pglite'
const databaseNames: Record<Kind, string> = { postgres: 'PostgreSQL', pglite: 'the embedded database' }

/** "database" leaves out the tests that do not depend on the database (vitest.config.ts). */
type Scope = 'all' | 'database'

const served = (kind: Kind, scope: Scope = 'all'): Task =>
  vitest({
    name: `API and jobs on ${databaseNames[kind]}`,
    project: 'served',
    after: 'build',
    // One process serves the embedded database. Beside a browser its statements would miss their deadlines.
    isAlone: isAll && kind === 'pglite',
    env: { TEST_DATABASE: kind, TEST_SCOPE: scope },
  })

const faults = (kind: Kind, scope: Scope = 'all', env: Record<string, string> = {}): Task =>
  vitest({
    name: `faults on ${databaseNames[kind]}`,
    project: 'faults',
    after: 'build',
    // Starts and kills many processes.
    isAlone: isAll,
    env: { TEST_DATABASE: kind, TEST_SCOPE: scope, ...env },
  })

const browser = (kind: Kind, name: string, paths = filters): Task[] =>
  findChromium() ? [vitest({ name, project: 'e2e', paths, after: 'build', env: { TEST_DATABASE: kind } })] : []

const journeys = (kind: Kind, paths = ['tests/e2e/journeys/']): Task[] =>
  browser(kind, `journeys on ${databaseNames[kind]}`, paths)

/** Enough to show that the dashboard works on a second database. */
const shortJourneys = ['first-post', 'sign-up-to-post', 'calendar-drag'].map((name) => `tests/e2e/journeys/${name}`)

const unit = (kind: Kind): Task => vitest({ name: 'unit', project: 'unit*', env: { TEST_DATABASE: kind } })

function plan(main: Kind, other: Kind | null): Task[] {
  if (filters.length > 0) return [unit(main), build, served(main), faults(main), ...browser(main, 'browser')]
  if (!isAll)
    return [
      build,
      ...staticChecks,
      unit(main),
      served(main),
      ...journeys(main),
      vitest({
        name: '200 posts with killed workers',
        project: 'faults',
        paths: ['tests/faults/publishing.test.ts'],
        after: 'build',
        env: { FAULT_ROWS: '200', TEST_DATABASE: main },
      }),
    ]
  const both = other
    ? [
        ...journeys(other, shortJourneys),
        served(other, 'database'),
        faults(other, 'database', { FAULT_ROWS: '500', FAULT_EVENTS: '500' }),
      ]
    : []
  return [build, ...staticChecks, unit(main), served(main), faults(main), ...browser(main, 'browser'), ...both]
}

function printTable(results: TaskResult[], minutes: number): void {
  const line = (seconds: number, text: string) => `${(seconds / 60).toFixed(1).padStart(6)} min  ${text}\n`
  const phases = results.map(({ name, seconds, outcome }) =>
    line(seconds, outcome === 'passed' ? name : `${name}: ${outcome}`),
  )
  const slowest = files.sort((one, other) => other.seconds - one.seconds).slice(0, 10)
  const slowestLines = slowest.map(
    ({ path, seconds, task }) => `${seconds.toFixed(0).padStart(6)} s    ${path} (${task})\n`,
  )
  process.stdout.write(`\nPhases, ${lanes} at once\n${phases.join('')}${line(minutes * 60, 'in all')}`)
  process.stdout.write(`\nSlowest files\n${slowestLines.join('')}`)
}

// The template of the embedded database is named after its content and so never out of date.
for (const name of existsSync(folder) ? readdirSync(folder) : [])
  if (name !== 'embedded') rmSync(join(folder, name), { recursive: true, force: true })
mkdirSync(join(folder, 'logs'), { recursive: true })

const startedMs = performance.now()
const cluster = postgresBinaries() ? await startSharedCluster() : null
if (cluster) process.env.TEST_POSTGRES_URL = cluster.url
else process.stdout.write('\nPostgreSQL is not installed: all tests run on the embedded database.\n')
if (!findChromium()) process.stdout.write('\nChromium is not installed: no browser tests.\n')
const results = await runTasks(cluster ? plan('postgres', 'pglite') : plan('pglite', null), lanes)
await repeatFailedFiles()
await cluster?.stop()
if (filters.length === 0) leakCheck()
printTable(results, (performance.now() - startedMs) / 60_000)
if (retried.length > 0)
  process.stdout.write(`\nPassed at the second attempt:\n${retried.map((what) => `  ${what}\n`).join('')}`)
if (failures.length > 0) process.stdout.write(`\nFailed:\n${failures.map((what) => `  ${what}\n`).join('')}`)
process.stdout.write(`\n${total.passed} passed, ${failures.length} failed, ${total.skipped} skipped\n`)
process.exit(failures.length > 0 ? 1 : 0)
