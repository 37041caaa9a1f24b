import { spawn } from 'node:child_process'
import { ensureBuilt } from './build/ensure-built'
import { readCommandLine } from './cli/command-line.mjs'

const { positionals: filters } = readCommandLine(
  `npm run faults

Runs the fault tests at full size: 10,000 rows published while workers are killed and calls get no response, 100,000
events sent to broken receivers, and every error of every call to a network. FAULT_ROWS and FAULT_EVENTS change the
numbers. TEST_DATABASE=postgres runs them on a PostgreSQL server.

  npm run faults -- outage    only tests whose path contains "outage"`,
  { positionals: 'any' },
)

const env = { FAULT_ROWS: '10000', FAULT_EVENTS: '100000', ERROR_MATRIX: 'full', ...process.env }

/** Runs test files of a vitest project. Resolves to the exit code. */
const runTests = (project: string, paths: string[]): Promise<number> =>
  new Promise((resolve) => {
    const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', project, '--passWithNoTests', ...paths]
    const child = spawn(process.execPath, command, { env, stdio: 'inherit' })
    child.once('exit', (code) => resolve(code ?? 1))
  })

await ensureBuilt((message) => process.stdout.write(`${message}\n`))
const errorMatrices = ['publish-call-errors', 'upload-call-errors'].filter((path) =>
  filters.every((filter) => path.includes(filter)),
)
const codes = [await runTests('faults', filters)]
if (errorMatrices.length > 0) codes.push(await runTests('served', errorMatrices))
process.exit(Math.max(...codes))
