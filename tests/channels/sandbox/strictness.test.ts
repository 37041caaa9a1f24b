import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  aMediaHost,
  anImage,
  aSandbox,
  control,
  ghost,
  json,
  linkedInHeaders,
  linkedInPost,
  request,
  x,
} from './support'

/** Strict checks of the networks that a simple mock would not have. */

const video = () => readFile(join(__dirname, '../../../sandbox/samples/upright.mp4'))
/** The same video with the codec name VP9. */
const vp9 = async () => Buffer.from((await video()).toString('latin1').replaceAll('avc1', 'vp09'), 'latin1')

test('Instagram and Threads refuse images narrower than 320 pixels', async () => {
  const sandbox = await aSandbox()
  const narrow = { type: 'image/jpeg', bytes: await anImage(319, 319) }
  const host = await aMediaHost({ 'narrow.jpg': narrow, 'wide.jpg': { ...narrow, bytes: await anImage(320, 320) } })
  const [instagram, threads] = (['instagram', 'threads'] as const).map((network) => {
    const account = sandbox.openAccount({ network })
    const base = `${sandbox.url}/${network}/${network === 'threads' ? 'v1.0' : 'v25.0'}`
    const headers = { authorization: `Bearer ${account.credentials.access_token}` }
    const edge = `${base}/${account.account_id}/${network === 'threads' ? 'threads' : 'media'}`
    return { base, headers, make: (body: object) => request(edge, json(body, headers)) }
  })
  expect((await instagram!.make({ image_url: `${host}/narrow.jpg` })).body.error).toMatchObject({ code: 36_001 })
  expect((await instagram!.make({ image_url: `${host}/wide.jpg` })).status).toBe(200)
  expect((await instagram!.make({ media_type: 'STORIES', image_url: `${host}/narrow.jpg` })).status).toBe(200)
  const states: string[] = []
  for (const name of ['narrow', 'wide']) {
    const { id } = (await threads!.make({ media_type: 'IMAGE', image_url: `${host}/${name}.jpg` })).body
    const read = () => request(`${threads!.base}/${id}?fields=status`, { headers: threads!.headers })
    while ((await read()).body.status === 'IN_PROGRESS');
    states.push((await read()).body.status)
  }
  expect(states).toEqual(['ERROR', 'FINISHED'])
})

test('media are in progress at the first poll and cannot be posted before', async () => {
  const sandbox = await aSandbox()
  await control(sandbox, 'POST', '/settings', { polls_until_finished: null })
  const account = sandbox.openAccount({ network: 'instagram' })
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  const base = `${sandbox.url}/instagram/v25.0`
  const edge = (name: string, body: object) => request(`${base}/${account.account_id}/${name}`, json(body, headers))
  const { id } = (await edge('media', { image_url: `${sandbox.url}/samples/dawn.jpg` })).body
  const status = async () => (await request(`${base}/${id}?fields=status_code`, { headers })).body.status_code
  expect((await edge('media_publish', { creation_id: id })).body.error).toMatchObject({ error_subcode: 2_207_027 })
  expect([await status(), await status()]).toEqual(['IN_PROGRESS', 'FINISHED'])
  expect((await edge('media_publish', { creation_id: id })).status).toBe(200)
})

describe('X', () => {
  async function uploaded(bytes: Buffer) {
    const sandbox = await aSandbox()
    const account = sandbox.openAccount({ network: 'x' })
    const call = (method: string, path: string, body?: unknown) => x(sandbox, account, method, `/2/media${path}`, body)
    const wanted = { media_type: 'video/mp4', media_category: 'tweet_video', total_bytes: bytes.length }
    const { id } = (await call('POST', '/upload/initialize', wanted)).body.data
    const form = new FormData()
    form.set('segment_index', '0')
    form.set('media', new Blob([new Uint8Array(bytes)]), 'piece')
    await call('POST', `/upload/${id}/append`, form)
    await call('POST', `/upload/${id}/finalize`)
    const status = async () => (await call('GET', `/upload?command=STATUS&media_id=${id}`)).body.data.processing_info
    while ((await status()).state === 'in_progress');
    return { info: await status(), describe: () => call('POST', '/metadata', alt(id)) }
  }
  const alt = (id: string) => ({ id, metadata: { alt_text: { text: 'The tide' } } })

  test('accepts H.264 only', async () => {
    expect((await uploaded(await vp9())).info).toMatchObject({
      state: 'failed',
      error: { message: expect.stringMatching(/H\.264/) },
    })
  })

  test('has no alt text for videos', async () => {
    const { info, describe } = await uploaded(await video())
    expect(info.state).toBe('succeeded')
    expect((await describe()).status).toBe(400)
  })
})

describe('LinkedIn', () => {
  test('allows 200 characters for link titles and 256 for descriptions', async () => {
    const sandbox = await aSandbox()
    const account = sandbox.openAccount({ network: 'linkedin' })
    const post = async (title: number, description: number, version = '202608') => {
      const article = { source: 'https://a.test/', title: 'a'.repeat(title), description: 'b'.repeat(description) }
      const body = linkedInPost(account.account_id, `${title} ${description}`, { content: { article } })
      const headers = { ...linkedInHeaders(account), 'linkedin-version': version }
      const answer = await request(`${sandbox.url}/linkedin/rest/posts`, json(body, headers))
      return answer.body?.code ?? answer.status
    }
    expect(await post(200, 256)).toBe(201)
    expect(JSON.stringify([await post(201, 1), await post(1, 257)])).toBe(
      '["FIELD_LENGTH_TOO_LONG","FIELD_LENGTH_TOO_LONG"]',
    )
    // Undocumented versions are not active.
    expect(await post(2, 2, '202609')).toBe('NONEXISTENT_VERSION')
  })
})

test('Ghost accepts SVG, and 191 characters of alt text for a feature image', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'ghost' })
  const form = new FormData()
  const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="9" height="9"/></svg>'
  form.set('file', new Blob([drawing]), 'a.svg')
  const { body } = await ghost(account, 'POST', '/images/upload/', form)
  const served = await fetch(body.images[0].url)
  expect(served.headers.get('content-type')).toBe('image/svg+xml')
  expect(served.headers.get('content-security-policy')).toMatch(/sandbox/)
  const post = (length: number) =>
    ghost(account, 'POST', '/posts/?source=html', {
      posts: [
        { title: 'Tide', html: '<p>x</p>', feature_image: body.images[0].url, feature_image_alt: 'a'.repeat(length) },
      ],
    })
  expect([(await post(191)).status, (await post(192)).status]).toEqual([201, 422])
})

test.each([
  ['facebook', 'pages_manage_posts', '/me/published_posts'],
  ['instagram', 'instagram_business_content_publish', '/me/media'],
  ['threads', 'threads_content_publish', '/me/threads'],
] as const)('%s: the publish scope does not allow listing', async (network, scope, listing) => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network })
  const base = `${sandbox.url}/${network}/${network === 'threads' ? 'v1.0' : 'v25.0'}`
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  const list = () => request(`${base}${listing}`, { headers })
  const grant = (scopes: string[] | null) =>
    control(sandbox, 'POST', `/accounts/${network}/${account.account_id}/tokens`, { scopes })
  expect((await list()).status).toBe(200)
  await grant([scope])
  expect((await list()).body.error.code).toBeOneOf([10, 200])
  await grant(null)
  expect((await list()).status).toBe(200)
})
