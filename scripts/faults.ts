import { spawn } from 'node:child_process'
import { ensureBuilt } from './support/build'
import { printHelp } from './support/help'

printHelp(
  `npm run faults

The fault tests at full size: 10,000 rows published under killed workers and unanswered calls, 100,000 events sent to
receivers that misbehave. FAULT_ROWS and FAULT_EVENTS change the numbers; TEST_DATABASE=postgres runs it on a PostgreSQL server.

  npm run faults -- outage    only the tests whose path has this in it`,
  { words: 'any' },
)

await ensureBuilt((message) => process.stdout.write(`${message}\n`))
const child = spawn(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'faults', ...process.argv.slice(2)],
  {
    env: { FAULT_ROWS: '10000', FAULT_EVENTS: '100000', ...process.env },
    stdio: 'inherit',
  },
)
child.once('exit', (code) => process.exit(code ?? 1))
