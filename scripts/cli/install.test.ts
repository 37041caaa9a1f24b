import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** A copy of the project as in a container image: npm installed the packages, not `npm run up`. */
let project: string
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'storycast-image-'))
  for (const name of ['scripts', 'tsconfig.json', 'package.json', 'package-lock.json']) {
    cpSync(name, join(project, name), { recursive: true })
  }
  for (const name of ['lib', 'sandbox']) symlinkSync(resolve(name), join(project, name))
  mkdirSync(join(project, 'node_modules'))
  for (const name of readdirSync('node_modules').filter((name) => !name.startsWith('.'))) {
    symlinkSync(resolve('node_modules', name), join(project, 'node_modules', name))
  }
  mkdirSync(join(project, 'bin'))
  writeFileSync(join(project, 'bin', 'npm'), '#!/bin/sh\necho called > "$NPM_CALLED"\nexit 1\n')
  chmodSync(join(project, 'bin', 'npm'), 0o755)
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

test.each([
  ['start', 'scripts/start.mjs', 1, 'Could not find a production build'],
  ['worker', 'scripts/run.mjs scripts/worker.ts --help', 0, 'npm run worker'],
  ['migrate', 'scripts/run.mjs scripts/migrate.ts --help', 0, 'npm run migrate'],
])('npm run %s uses the installed packages and never calls npm', (_, command, status, output) => {
  const called = join(project, 'npm-called')
  const env = { PATH: `${join(project, 'bin')}:${process.env.PATH}`, NPM_CALLED: called, PORT: '0' }
  const ran = spawnSync(process.execPath, command.split(' '), { cwd: project, env: env as never, encoding: 'utf8' })
  expect([existsSync(called), ran.status, ran.stdout + ran.stderr]).toEqual([
    false,
    status,
    expect.stringContaining(output),
  ])
})

test('missing packages: prints the command to install them', () => {
  const modules = join(project, 'node_modules')
  rmSync(modules, { recursive: true })
  const ran = spawnSync(process.execPath, ['scripts/run.mjs', 'scripts/migrate.ts'], { cwd: project, encoding: 'utf8' })
  expect([ran.status, ran.stderr]).toEqual([1, 'The packages are not installed. Run: npm install\n'])
})
