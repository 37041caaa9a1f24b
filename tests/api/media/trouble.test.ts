import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createAsset, listAssets } from '@/lib/media/contract'
import { Api, aProject } from '@/tests/support/api'
import { type Server, startServer } from '@/tests/support/product'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/supabase'
import { aForm, aPicture, post } from './files'

/** Holds that trouble of the storage is told as such, keeps nothing of the file, and is over when it is over. */

const base64Of = async (side: number) => (await aPicture({ width: side, height: side })).toString('base64')

describe('a disk that is full', () => {
  const disk = mkdtempSync(join(tmpdir(), 'storycast-full-'))
  // Only who may mount has a small disk to fill.
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

  test.runIf(isMounted)('is told, and what still fits is taken', async () => {
    const project = await aProject()
    const api = new Api(server.url, project.token)
    const refusal = {
      code: 'unavailable',
      message: 'The storage for files is full, and nothing was kept. Make room there, or try again later.',
    }
    // What stands behind the end of a picture stays.
    const large = Buffer.concat([await aPicture(), randomBytes(3_000_000)])
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
    ['down', '5', 'The storage for files cannot be reached just now, and nothing was kept. Try again.'],
    ['full', '60', 'The storage for files is full, and nothing was kept. Make room there, or try again later.'],
  ] as const)('that is %s is told, and taken up again', async (trouble, seconds, message) => {
    const project = await aProject()
    const api = new Api(server.url, project.token)
    const data_base64 = await base64Of(40)
    supabase.trouble = trouble
    const refused = await api.refused(createAsset, { data_base64 })
    supabase.trouble = null
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

  test('whose key is wrong refuses, which is ours to mend', async () => {
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
      expect.stringContaining('refuses what it is asked'),
    ])
  })
})
