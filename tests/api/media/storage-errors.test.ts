import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAsset, listAssets } from '@/lib/media/contract'
import { Api, aProject } from '@/tests/support/api/api'
import { type Server, startServer } from '@/tests/support/servers/product'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/servers/supabase-storage'
import { aForm, anImage, post } from './files'

const base64Of = async (side: number) => (await anImage({ width: side, height: side })).toString('base64')

describe('a full disk', () => {
  const disk = mkdtempSync(join(tmpdir(), 'storycast-full-'))
  // Needs permission to mount a small disk.
  const isMounted = mount(disk)
  let server: Server
  beforeAll(async () => {
    if (isMounted) server = await startServer({ ...inject('productEnv'), DATA_DIR: join(disk, 'data') })
  })
  afterAll(async () => {
    await server?.stop()
    if (isMounted) execFileSync('umount', [disk])
    rmSync(disk, { recursive: true, force: true })
  })

  test.runIf(isMounted)('503, and smaller files still work', async () => {
    const project = await aProject()
    const api = new Api(server.url, project.token)
    const refusal = {
      code: 'unavailable',
      message: 'The file storage is full. Nothing was saved. Free up space or try again later.',
    }
    // Bytes after the end of the image are preserved.
    const large = Buffer.concat([await anImage(), randomBytes(3_000_000)])
    const refused = await post(api, aForm([['file', { bytes: large, name: 'a.png' }]]))
    expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
      503,
      '60',
      { error: refusal },
    ])
    const inJson = await api.refused(createAsset, { data_base64: large.toString('base64') })
    expect([inJson.status, inJson.headers.get('retry-after'), inJson.error]).toEqual([503, '60', refusal])
    expect(readdirSync(join(disk, 'data', 'spool'))).toEqual([])
    expect((await api.get(listAssets)).assets).toEqual([])
    const { file_url } = await api.post(createAsset, { data_base64: await base64Of(100) })
    expect((await fetch(file_url)).status).toBe(200)
  })
})

function mount(folder: string): boolean {
  try {
    mkdirSync(folder, { recursive: true })
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

describe('a bucket', () => {
  let supabase: SupabaseStandIn
  let server: Server
  beforeAll(async () => {
    supabase = await startSupabase()
    const env = { SUPABASE_URL: supabase.url, SUPABASE_SERVICE_ROLE_KEY: supabase.key }
    server = await startServer({ ...inject('productEnv'), ...env })
  })
  afterAll(async () => {
    await server?.stop()
    await supabase?.stop()
  })

  test.each([
    ['down', '5', 'The file storage is not reachable. Nothing was saved. Try again.'],
    ['full', '60', 'The file storage is full. Nothing was saved. Free up space or try again later.'],
  ] as const)('that is %s: 503, and works again later', async (simulatedError, seconds, message) => {
    const project = await aProject()
    const api = new Api(server.url, project.token)
    const data_base64 = await base64Of(40)
    supabase.simulatedError = simulatedError
    const refused = await api.refused(createAsset, { data_base64 })
    supabase.simulatedError = null
    expect([refused.status, refused.headers.get('retry-after'), refused.error]).toEqual([
      503,
      seconds,
      { code: 'unavailable', message },
    ])
    expect((await api.get(listAssets)).assets).toEqual([])
    const { file_url } = await api.post(createAsset, { data_base64 })
    expect(file_url.startsWith(supabase.url)).toBe(true)
    expect((await fetch(file_url)).status).toBe(200)
  })

  test('with a wrong key: 503', async () => {
    const other = await startServer({
      ...inject('productEnv'),
      SUPABASE_URL: supabase.url,
      SUPABASE_SERVICE_ROLE_KEY: 'not-the-key',
    })
    const project = await aProject()
    const refused = await new Api(other.url, project.token).refused(createAsset, { data_base64: await base64Of(40) })
    await other.stop()
    expect([refused.status, refused.error.code, refused.error.message]).toEqual([
      503,
      'unavailable',
      expect.stringContaining('rejected the request'),
    ])
  })
})
