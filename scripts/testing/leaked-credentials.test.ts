import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findLeaks } from './leaked-credentials'

const folder = mkdtempSync(join(tmpdir(), 'storycast-leaks-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('finds credentials in logs and responses, except in those of the sandbox', () => {
  const secrets = ['token-a', 'token-one-of-many', 'token-one-more', 'aa-aa-aa-aa', 'never-said-anywhere']
  const logs = {
    'server.log': 'token-one-of-many',
    'answers-1.log': '{"credentials":"token-one-more"}\n',
    'worker.log': `${'x'.repeat(5_000)}aa-aa-aa-aa-aa`,
    'clean.log': 'token-one-of-man token-a never-said-anywher',
    'sandbox.log': 'never-said-anywhere',
  }
  writeFileSync(join(folder, 'secrets.txt'), `${[...secrets, ...secrets].join('\n')}\n`)
  mkdirSync(join(folder, 'logs'))
  for (const [name, text] of Object.entries(logs)) writeFileSync(join(folder, 'logs', name), text)

  const { searched, leaks } = findLeaks(folder)
  expect(searched).toBe(4)
  expect(leaks.sort()).toEqual([
    'answers-1.log contains the credential token-…',
    'server.log contains the credential token-…',
    'worker.log contains the credential aa-aa-…',
  ])
})
