import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Child, startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'

/** Tests the build without our own server, as on Vercel or with plain `next start`. */
describe.skipIf(process.env.TEST_SERVER === 'api')('plain next start', () => {
  let child: Child
  let url: string
  beforeAll(async () => {
    const port = String(await freePort())
    url = `http://localhost:${port}`
    const env = { ...inject('productEnv'), PORT: port, APP_URL: '', NEXTAUTH_URL: '' }
    child = startProcess('next-start', ['node_modules/next/dist/bin/next', 'start', '-p', port], env)
    await until(async () => (await fetch(`${url}/api/v1/openapi.json`).catch(() => null))?.ok ?? false, 'next start')
  })
  afterAll(() => child?.kill())

  test('sign-in uses the address of this server', async () => {
    const providers = await (await fetch(`${url}/api/auth/providers`)).json()
    expect(providers).toMatchObject({ credentials: { callbackUrl: `${url}/api/auth/callback/credentials` } })
  })

  test('pages have all security headers, and all other responses have nosniff', async () => {
    const page = await fetch(`${url}/sign-in`)
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /script-src 'self' 'nonce-[\w+/=]{24}';.*frame-ancestors 'none'/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    for (const path of ['/api/v1/health', '/api/nothing', '/api/auth/csrf', '/api/inngest', '/icon.svg', '/l/none'])
      expect([path, (await fetch(url + path)).headers.get('x-content-type-options')]).toEqual([path, 'nosniff'])
  })
})

const server = resolve(process.env.NEXT_DIST_DIR ?? '.next', 'server')

/** Files of a function, relative to the project. */
function filesOf(trace: string): string[] {
  const { files } = JSON.parse(readFileSync(join(server, trace), 'utf8')) as { files: string[] }
  return files.map((file) => relative('.', resolve(server, trace, '..', file)))
}

test.skipIf(process.env.TEST_SERVER === 'api')('functions on Vercel get no tests, docs, samples or sources', () => {
  const traces = (readdirSync(server, { recursive: true }) as string[]).filter((file) => file.endsWith('.nft.json'))
  const traced = traces.flatMap(filesOf)
  const unwanted = /^(app|components|docs|lib|scripts|supabase|tests|\.data|\.git|\.next-builds\/[^/]+\/cache)\//
  expect([...new Set(traced)].filter((file) => unwanted.test(file))).toEqual([])
})

test.skipIf(process.env.TEST_SERVER === 'api').each(['inngest', 'v1/connectors', 'v1/connectors/[id]/check'])(
  'the function of /api/%s on Vercel has the parser of large feeds, which a thread requires at run time',
  (route) => {
    const directory = mkdtempSync(join(tmpdir(), 'storycast-'))
    for (const file of filesOf(`app/api/${route}/route.js.nft.json`))
      if (file.startsWith('node_modules/')) cpSync(file, join(directory, file), { dereference: true, recursive: true })
    const { parseFeed } = createRequire(join(directory, 'package.json'))('feedsmith')
    const feed = '<rss version="2.0"><channel><item><title>Rye &amp; spelt</title></item></channel></rss>'
    expect(parseFeed(feed)).toMatchObject({ format: 'rss', feed: { items: [{ title: 'Rye & spelt' }] } })
    rmSync(directory, { recursive: true })
  },
)
