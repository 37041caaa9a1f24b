import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { contracts } from '@/lib/openapi/contracts'
import { ownPath } from './return-address'

const hostile = [
  'https://evil.example/x',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\t/evil.example/x',
  '/\n/evil.example/x',
  '/\r/evil.example/x',
  '\t//evil.example',
  ' //evil.example',
  '/\t\\evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  '/.\\/evil.example',
  '//user@evil.example',
  'https://origin.invalid@evil.example',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,x',
  'blob:https://evil.example/x',
  '//[::1',
]

test.each(hostile)('%j is rejected', (address) => {
  expect(ownPath(address)).toBeNull()
  expect(ownPath(address, 'https://app.example')).toBeNull()
})

test.each([undefined, null, 7, ['/a', '/b'], {}])('%j is not a URL', (address) => {
  expect(ownPath(address)).toBeNull()
})

test.each([
  ['/', '/'],
  ['/a/b?c=d#e', '/a/b?c=d#e'],
  ['/a?next=https://evil.example', '/a?next=https://evil.example'],
  ['/%09/evil.example', '/%09/evil.example'],
  ['/a//b', '/a//b'],
])('%s is accepted', (address, path) => {
  expect(ownPath(address)).toBe(path)
})

test('absolute URLs need our origin', () => {
  expect(ownPath('https://app.example/a?b#c', 'https://app.example')).toBe('/a?b#c')
  for (const other of ['http://app.example/a', 'https://app.example:8443/a', 'https://app.example.evil.example/a'])
    expect(ownPath(other, 'https://app.example')).toBeNull()
  expect(ownPath('https://app.example//evil.example', 'https://app.example')).toBeNull()
})

test('every accepted path resolves to our origin', () => {
  const parts = [
    '/',
    '//',
    '\\',
    '\t',
    '\n',
    '\r',
    ' ',
    '.',
    '..',
    '%2e',
    '@',
    ':',
    '?',
    '#',
    'http:',
    'evil.example',
    'a',
  ]
  const addresses = fc
    .array(fc.oneof(fc.constantFrom(...parts), fc.string()), { maxLength: 8 })
    .map((all) => all.join(''))
  fc.assert(
    fc.property(addresses, (address) => {
      const path = ownPath(address)
      if (path === null) return
      expect(path).toMatch(/^\//)
      for (const origin of ['http://app.example', 'https://app.example:8443'])
        expect(new URL(path, origin).origin).toBe(origin)
    }),
    { numRuns: 5_000 },
  )
})

/** Names of return URL parameters. */
const name = /^(next|callback_?url|return_?(to|url)|redirect(_?(to|url))?|continue|goto|back_?to|back_?url)$/i

/** Query parameters that a file reads. */
function* readNames(source: string): Generator<string> {
  // Props of a page: `searchParams: Promise<{ next?: string; error?: string }>`
  for (const [, members = ''] of source.matchAll(/searchParams: Promise<\{([^}]*)\}>/g))
    for (const [, member = ''] of members.matchAll(/(\w+)\??:/g)) yield member
  for (const [, member = ''] of source.matchAll(/(?:searchParams|query|params|formData|form)\.get\('([^']+)'\)/gi))
    yield member
}

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true }))
    if (/\.tsx?$/.test(entry.name) && !/\.test\.ts$/.test(entry.name)) yield join(entry.parentPath, entry.name)
}

describe('every return URL is checked by ownPath', () => {
  const readers = ['app', 'components', 'lib'].flatMap((folder) =>
    [...sources(folder)].filter((path) => {
      const names = [...readNames(readFileSync(path, 'utf8'))]
      return !path.startsWith('lib/channels/') && names.some((one) => name.test(one))
    }),
  )

  test('finds the pages with a return URL', () => {
    expect(readers).toEqual(expect.arrayContaining(['app/(auth)/sign-in/page.tsx', 'app/(auth)/sign-out/page.tsx']))
  })

  test.each(readers)('%s', (path) => {
    expect(readFileSync(path, 'utf8')).toMatch(/\bownPath\(/)
  })

  /** Query and body members of all endpoints with such a name. */
  const members = contracts.flatMap(({ name: endpoint, contract }) =>
    [contract.query, contract.body].flatMap((schema) =>
      schema
        ? Object.entries(propertiesOf(schema)).flatMap(([key]) => (name.test(key) ? [{ endpoint, key, schema }] : []))
        : [],
    ),
  )

  test('finds the endpoints with a return URL', () => {
    expect(members.map(({ endpoint, key }) => `${endpoint} ${key}`)).toContain('startConsent return_to')
  })

  test.each(members)('$endpoint rejects hostile values of $key', ({ key, schema }) => {
    for (const address of hostile) {
      const { error } = schema.safeParse({ [key]: address })
      expect([address, error?.issues.some(({ path }) => path[0] === key)]).toEqual([address, true])
    }
  })
})

function propertiesOf(schema: z.ZodType): Record<string, unknown> {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return properties
}
