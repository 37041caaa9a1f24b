import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { type Server, startServer } from '@/tests/support/servers/product'
import { type SupabaseStandIn, startSupabase } from '@/tests/support/servers/supabase-storage'
import { anImage } from '../media/files'
import { assetsOf } from './uploads'

/** On Vercel a function accepts at most 4.5 MB, so presigned uploads go directly to Supabase Storage. */

let supabase: SupabaseStandIn
let server: Server
let project: TestProject
beforeAll(async () => {
  supabase = await startSupabase()
  server = await startServer({
    ...inject('productEnv'),
    VERCEL_ENV: 'production',
    SUPABASE_URL: supabase.url,
    SUPABASE_SERVICE_ROLE_KEY: supabase.key,
  })
  project = await aProject()
})
afterAll(async () => {
  await server?.stop()
  supabase?.stop()
})

type Intent = { upload_url: string; status_url: string; asset_intent_id: string }
type State = { status: string; file_url: string | null; asset_id: string | null; problem: { code: string } | null }

async function anUpload(): Promise<Intent> {
  const response = await fetch(`${server.url}/api/v1/media/upload-url`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: project.projectId, filename: 'bread.png', content_type: 'image/png' }),
  })
  expect(response.status).toBe(201)
  return (await response.json()) as Intent
}

async function send(address: string, bytes: Uint8Array | string): Promise<number> {
  const headers = { 'content-type': 'image/png' }
  return (await fetch(address, { method: 'PUT', body: bytes as BodyInit, headers })).status
}

async function stateOf(address: string, headers: Record<string, string> = {}): Promise<State> {
  const response = await fetch(address, { headers })
  expect(response.status).toBe(200)
  return (await response.json()) as State
}

test('requesting the state creates one asset from the stored file', async () => {
  const intent = await anUpload()
  expect(new URL(intent.upload_url).origin).toBe(supabase.url)
  expect((await stateOf(intent.status_url)).status).toBe('pending')
  expect(await send(intent.upload_url, await anImage())).toBe(200)
  expect(supabase.buckets.get('media-inbox')).toEqual({ public: false })

  const states = await Promise.all([1, 2, 3].map(() => stateOf(intent.status_url)))
  expect(states.map(({ status }) => status)).toContain('uploaded')
  const byToken = await stateOf(`${server.url}/api/v1/media/upload-url/${intent.asset_intent_id}`, {
    authorization: `Bearer ${project.token}`,
  })
  const [asset, ...others] = await assetsOf(project)
  expect(others).toEqual([])
  expect(byToken).toMatchObject({ status: 'uploaded', asset_id: asset?.id, problem: null })
  expect((await fetch(byToken.file_url ?? '')).status).toBe(200)
  expect([...supabase.objects.keys()].filter((name) => name.startsWith('media-inbox/'))).toEqual([])
})

test('a refused file gives the reason, and the URL accepts another one', async () => {
  const intent = await anUpload()
  await send(intent.upload_url, 'no image')
  const refused = await stateOf(intent.status_url)
  expect(refused).toMatchObject({ status: 'pending', problem: { code: 'unsupported_media_type' } })
  expect(await send(intent.upload_url, await anImage())).toBe(200)
  expect(await stateOf(intent.status_url)).toMatchObject({ status: 'uploaded', problem: null })
})
