import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a command as npm does, and says how it ended. None of these gets as far as doing anything. */
function run(script: string, ...words: string[]): [number | null, string, string] {
  const command = script.endsWith('.mjs') ? [script] : ['scripts/run.mjs', script]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...words], { encoding: 'utf8' })
  return [status, stdout, stderr]
}

test.each([
  ['worker', 'scripts/worker.ts'],
  ['migrate', 'scripts/migrate.ts'],
  ['types', 'scripts/types.ts'],
  ['bench', 'scripts/bench.ts'],
  ['faults', 'scripts/faults.ts'],
  ['sandbox', 'scripts/sandbox.ts'],
  ['token', 'scripts/token.ts'],
  ['up', 'scripts/up.mjs'],
  ['start', 'scripts/start.mjs'],
])('npm run %s refuses an option that it does not have, and does nothing', (name, script) => {
  expect(run(script, '--prot', '4010')).toEqual([2, '', `Unknown option '--prot'. See npm run ${name} -- --help.\n`])
})

test.each([
  ['worker', 'scripts/worker.ts', `There is nothing called "twice" here.`],
  ['bench', 'scripts/bench.ts', `There is nothing called "twice" here.`],
])('npm run %s refuses a word that means nothing to it', (name, script, sentence) => {
  expect(run(script, 'twice')).toEqual([2, '', `${sentence} See npm run ${name} -- --help.\n`])
})

test('npm run token refuses to be told whose token it is beside --demo, which says so', () => {
  const [status, stdout, stderr] = run('scripts/token.ts', '--demo', '--email', 'ann@example.com', '--scopes', 'all')
  expect([status, stdout]).toEqual([2, ''])
  expect(stderr).toContain('--email, --scopes cannot stand beside it.')
})

test('an option without its value is refused, and so is a value for a switch', () => {
  expect(run('scripts/sandbox.ts', '--port')).toEqual([
    2,
    '',
    "Option '--port <value>' argument missing. See npm run sandbox -- --help.\n",
  ])
  expect(run('scripts/token.ts', '--demo=1')).toEqual([
    2,
    '',
    "Option '--demo' does not take an argument. See npm run token -- --help.\n",
  ])
})
