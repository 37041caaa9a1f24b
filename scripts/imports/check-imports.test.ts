import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { importViolations } from './import-rules'

let root = ''
afterEach(() => rmSync(root, { recursive: true, force: true }))

function violationsOf(files: Record<string, string>): string[] {
  root = mkdtempSync(join(tmpdir(), 'storycast-imports-'))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return importViolations(root, { least: 0 })
}

test('finds a cycle of two files, type imports and relative paths included', () => {
  expect(
    violationsOf({
      'lib/labels/service.ts': "import { one } from './repository'\nexport type Two = 2\n",
      'lib/labels/repository.ts': "import type {\n  Two,\n} from '@/lib/labels/service'\nexport const one = 1\n",
    }),
  ).toEqual([
    'import cycle between lib/labels/repository.ts, lib/labels/service.ts:\n' +
      '    lib/labels/repository.ts:1 → lib/labels/service.ts\n' +
      '    lib/labels/service.ts:1 → lib/labels/repository.ts',
  ])
})

test('finds a cycle of folders whose files form none', () => {
  const [violation, ...rest] = violationsOf({
    'lib/labels/a.ts': "import '../colors/a'\n",
    'lib/colors/a.ts': '',
    'lib/colors/b.ts': "export * from '@/lib/labels/b'\n",
    'lib/labels/b.ts': '',
  })
  expect(rest).toEqual([])
  expect(violation).toContain('import cycle between lib/colors, lib/labels')
})

test.each([
  ['lib/labels/a.ts', "import { b } from '../../components/b'", 'components/b.tsx', 'lib does not import pages'],
  ['lib/channels/a.ts', "const b = import('../db/b')", 'lib/db/b.ts', 'channels know neither the database'],
  ['components/a.tsx', "import { b } from '@/lib/b/contract'", 'lib/b/contract.ts', 'contracts would add zod'],
  ['app/a.ts', "import { b } from '@/sandbox/b'", 'sandbox/b.ts', 'the product must not import the sandbox'],
])('refuses the import of %s', (from, text, to, why) => {
  expect(violationsOf({ [from]: `${text}\n`, [to]: '' })).toEqual([
    expect.stringContaining(`${from}:1 imports ${to}: ${why}`),
  ])
})

test('allows type imports of contracts in components', () => {
  expect(
    violationsOf({ 'components/a.tsx': "import type { b } from '@/lib/b/contract'\n", 'lib/b/contract.ts': '' }),
  ).toEqual([])
})

test('refuses process.env outside lib/env.ts', () => {
  expect(violationsOf({ 'lib/env.ts': 'process.env.A\n', 'lib/a.ts': '\nprocess.env.A\n' })).toEqual([
    'lib/a.ts:2: only lib/env.ts reads the environment',
  ])
})

test('fails when it reads no project', () => {
  root = mkdtempSync(join(tmpdir(), 'storycast-imports-'))
  expect(importViolations(root)).toEqual(['Only 0 imports found: the check did not read the project.'])
})
