import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findLeaks } from './leaks'

const folder = mkdtempSync(join(tmpdir(), 'storycast-leaks-'))
afterAll(() => rmSync(folder, { recursive: true }))

// The whole run leans on this search: what it does not see, nobody sees.
test('a credential is found wherever it stands in a log or an answer, and in the sandbox it may stand', () => {
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
    'answers-1.log has the credential token-…',
    'server.log has the credential token-…',
    'worker.log has the credential aa-aa-…',
  ])
})
