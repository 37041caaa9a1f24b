import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a command as npm does. All of these exit before they do anything. */
function run(script: string, ...args: string[]): [number | null, string, string] {
  const command = script.endsWith('.mjs') ? [script] : ['scripts/run.mjs', script]
  const { status, stdout, stderr } = spawnSync(process.execPath, [...command, ...args], { encoding: 'utf8' })
  return [status, stdout, stderr]
}

test.each([
  ['worker', 'scripts/worker.ts'],
  ['migrate', 'scripts/migrate.ts'],
  ['generate', 'scripts/generate.ts'],
  ['bench', 'scripts/bench.ts'],
  ['faults', 'scripts/faults.ts'],
  ['sandbox', 'scripts/sandbox.ts'],
  ['token', 'scripts/token.ts'],
  ['up', 'scripts/up.mjs'],
  ['start', 'scripts/start.mjs'],
])('npm run %s refuses an unknown option', (name, script) => {
  expect(run(script, '--prot', '4010')).toEqual([2, '', `Unknown option '--prot'. See npm run ${name} -- --help.\n`])
})

test.each([
  ['up', 'scripts/up.mjs'],
  ['bench', 'scripts/bench.ts'],
])('npm run %s refuses an unknown argument', (name, script) => {
  expect(run(script, 'twice')).toEqual([2, '', `Unknown argument "twice". See npm run ${name} -- --help.\n`])
})

test('npm run token refuses --demo together with an owner or scopes', () => {
  const message = '--demo cannot be combined with --email, --scopes. See npm run token -- --help.\n'
  expect(run('scripts/token.ts', '--demo', '--email', 'ann@example.com', '--scopes', 'all')).toEqual([2, '', message])
})

test('an option without its value and a value for a flag are refused', () => {
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
