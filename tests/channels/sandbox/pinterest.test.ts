import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { aFault, aMediaHost, anImage, aSandbox, control, json, pin, request } from './support'

async function aClient() {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'pinterest' })
  const base = `${sandbox.url}/pinterest/v5`
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  return {
    sandbox,
    account,
    base,
    get: (path: string) => request(`${base}${path}`, { headers }),
    post: (path: string, body: unknown) => request(`${base}${path}`, json(body, headers)),
  }
}

test('a pin is returned, listed on its board and shown in the feed', async () => {
  const { sandbox, account, get, post } = await aClient()
  const fields = { title: 'Bread', description: 'How it rises', link: 'https://example.com/', alt_text: 'loaf' }
  const { status, body, headers } = await post('/pins', pin(sandbox, account, fields))
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ ...fields, id: expect.stringMatching(/^\d{18}$/), creative_type: 'REGULAR' }),
  ])
  expect(headers.get('x-ratelimit-limit')).toBe(
    '100, 100;w=1;name="safety_net_app_id_user_id", 100;w=60;name="org_write_app_id_user_id"',
  )
  const [first, second] = account.boards!
  expect((await get(`/boards/${first?.id}/pins`)).body.items).toMatchObject([{ id: body.id }])
  expect((await get(`/boards/${second?.id}/pins`)).body).toEqual({ items: [], bookmark: null })
  expect((await get('/pins?page_size=1')).body.items).toMatchObject([{ id: body.id, title: 'Bread' }])
  expect((await get('/user_account')).body).toMatchObject({ username: account.handle, pin_count: 1, board_count: 2 })
  expect((await request(`${sandbox.url}/feed/pinterest/pin/${body.id}/`)).status).toBe(200)
})

test.each([
  ['a title of 101 characters', { title: 'a'.repeat(101) }, 400, /title.*maxLength/],
  ['a description of 801 characters', { description: 'a'.repeat(801) }, 400, /description.*maxLength/],
  ['an alt text of 501 characters', { alt_text: 'a'.repeat(501) }, 400, /alt_text.*maxLength/],
  ['a link that is none', { link: 'javascript:alert(1)' }, 400, /link/],
  ['an unknown field', { colour: 'red' }, 400, /'colour' was unexpected/],
  ['no board', { board_id: undefined }, 400, /'board_id' is a required property/],
  ['a board id of letters', { board_id: 'abc' }, 400, /does not match '\^\\d\+\$'/],
  ['an unknown board', { board_id: '1' }, 404, /^Board not found\.$/],
  [
    'an image out of reach',
    { media_source: { source_type: 'image_url', url: 'http://127.0.0.1:1/a.jpg' } },
    400,
    /^Unable to reach the URL/,
  ],
  [
    'six images',
    { media_source: { source_type: 'multiple_image_urls', items: Array(6).fill({ url: 'http://a.test/' }) } },
    400,
    /constraint: maxItems=5/,
  ],
  [
    'one image as several',
    { media_source: { source_type: 'multiple_image_urls', items: [{ url: 'http://a.test/' }] } },
    400,
    /minItems=2/,
  ],
])('%s is refused', async (_, change, status, message) => {
  const { sandbox, account, post } = await aClient()
  const reply = await post('/pins', pin(sandbox, account, change))
  expect([reply.status, reply.body]).toEqual([
    status,
    { code: expect.any(Number), message: expect.stringMatching(message) },
  ])
  expect(sandbox.posts()).toEqual([])
})

test('checks formats and ratios of images', async () => {
  const { account, post, sandbox } = await aClient()
  const host = await aMediaHost({
    'a.webp': { type: 'image/webp', bytes: await anImage(50, 50, 'webp') },
    'tall.jpg': { type: 'image/jpeg', bytes: await anImage(50, 90) },
    'flat.jpg': { type: 'image/jpeg', bytes: await anImage(90, 50) },
  })
  const from = (...files: string[]) => ({
    board_id: account.boards![0]!.id,
    media_source:
      files.length === 1
        ? { source_type: 'image_url', url: `${host}/${files[0]}` }
        : { source_type: 'multiple_image_urls', items: files.map((file) => ({ url: `${host}/${file}` })) },
  })
  expect((await post('/pins', from('a.webp'))).body.message).toBe('The format of the image is not supported')
  expect((await post('/pins', from('tall.jpg', 'flat.jpg'))).status).toBe(400)
  expect((await post('/pins', from('tall.jpg', 'tall.jpg'))).body.creative_type).toBe('CAROUSEL')
  expect(sandbox.posts().map(({ media }) => media.length)).toEqual([2])
})

test('creates boards with unique names and lists them in pages', async () => {
  const { get, post } = await aClient()
  expect((await post('/boards', { name: 'Summer', privacy: 'SECRET' })).status).toBe(201)
  expect((await post('/boards', { name: 'summer' })).status).toBe(400)
  const page = (await get('/boards?page_size=2')).body
  const rest = (await get(`/boards?page_size=2&bookmark=${page.bookmark}`)).body
  expect([page.items.length, rest.items.map(({ name }: { name: string }) => name), rest.bookmark]).toEqual([
    2,
    ['Summer'],
    null,
  ])
  expect((await get('/boards?color=red')).status).toBe(400)
})

test('refuses a wrong token and an unknown path', async () => {
  const { base, get } = await aClient()
  const wrong = await request(`${base}/boards`, { headers: { authorization: 'Bearer pina_nothing' } })
  expect([wrong.status, wrong.body]).toEqual([401, { code: 2, message: 'Authentication failed.' }])
  expect((await get('/ad_accounts')).status).toBe(404)
})

type Client = Awaited<ReturnType<typeof aClient>>

const video = (name: 'upright' | 'wide') => readFile(new URL(`../../../sandbox/samples/${name}.mp4`, import.meta.url))

type Form = { change?: (fields: [string, string][]) => [string, string][]; fileFirst?: boolean; authorization?: string }

/** Registers a video and uploads it to the store, optionally with a modified form. */
async function upload({ post }: Client, bytes: Buffer, { change, fileFirst, authorization }: Form = {}) {
  const { status, body } = await post('/media', { media_type: 'video' })
  expect([status, body.media_type]).toEqual([201, 'video'])
  const fields = Object.entries<string>(body.upload_parameters)
  const form = new FormData()
  const file = new Blob([new Uint8Array(bytes)], { type: 'video/mp4' })
  if (fileFirst) form.set('file', file, 'video.mp4')
  for (const [name, value] of change ? change(fields) : fields) form.append(name, value)
  if (!fileFirst) form.set('file', file, 'video.mp4')
  const headers: Record<string, string> = authorization === undefined ? {} : { authorization }
  const stored = await request(body.upload_url, { method: 'POST', body: form, headers })
  return { id: body.media_id as string, stored }
}

const videoPin = (client: Client, media_id: string, more: Record<string, unknown> = {}) =>
  client.post('/pins', {
    board_id: client.account.boards![0]!.id,
    media_source: { source_type: 'video_id', media_id, ...more },
  })

describe('videos', () => {
  test('are registered, uploaded without a token, processed and pinned with a cover', async () => {
    const client = await aClient()
    const { sandbox, get } = client
    await control(sandbox, 'POST', '/settings', { network: 'pinterest', polls_until_finished: 2 })
    const { id, stored } = await upload(client, await video('upright'))
    expect([stored.status, stored.headers.get('x-ratelimit-limit')]).toEqual([204, null])
    const cover = { cover_image_url: `${sandbox.url}/samples/dawn.jpg` }
    expect((await videoPin(client, id, cover)).body.message).toMatch(/not ready, its status is processing/)
    const seen = [await get(`/media/${id}`), await get(`/media/${id}`), await get(`/media/${id}`)]
    expect(seen.map(({ body }) => body.status)).toEqual(['processing', 'processing', 'succeeded'])
    const made = await videoPin(client, id, cover)
    expect([made.status, made.body.creative_type, made.body.media]).toEqual([
      201,
      'VIDEO',
      expect.objectContaining({ media_type: 'video', width: 540, height: 960 }),
    ])
    expect((await request(made.body.media.cover_image_url)).status).toBe(200)
    expect(sandbox.posts()[0]?.media[0]?.url).toMatch(/\.mp4$/)
  })

  test.each([
    ['no cover', {}, /one of cover_image_url or cover_image_content_type/],
    ['a cover out of reach', { cover_image_url: 'http://127.0.0.1:1/a.jpg' }, /^Unable to reach the URL/],
    ['a cover in WebP', { cover_image_url: '{url}/samples/image.webp' }, /format of the image is not supported/],
  ])('with %s are refused', async (_, cover, message) => {
    const client = await aClient()
    const { id } = await upload(client, await video('upright'))
    const given = JSON.parse(JSON.stringify(cover).replace('{url}', client.sandbox.url))
    const refused = await videoPin(client, id, given)
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(message)])
    expect(client.sandbox.posts()).toEqual([])
  })

  test.each<[string, Form, number, RegExp]>([
    ['a token', { authorization: 'Bearer pina_x' }, 400, /Only one auth mechanism/],
    ['a missing field', { change: (fields) => fields.filter(([name]) => name !== 'policy') }, 403, /Policy Condition/],
    ['an unknown field', { change: (fields) => [...fields, ['acl', 'public-read']] }, 403, /Extra input fields: acl/],
    ['another key', { change: (fields) => fields.map(([n, v]) => [n, n === 'key' ? 'x' : v]) }, 403, /AccessDenied/],
    ['fields behind the file', { fileFirst: true }, 403, /AccessDenied/],
  ])('the store refuses %s', async (_, form, status, message) => {
    const client = await aClient()
    const { id, stored } = await upload(client, await video('wide'), form)
    expect([stored.status, stored.text]).toEqual([status, expect.stringMatching(message)])
    expect((await client.get(`/media/${id}`)).body.status).toBe('registered')
  })

  test('fail in processing if invalid or if a fault says so, and cannot be pinned', async () => {
    const client = await aClient()
    const broken = await upload(client, Buffer.from('no video at all'))
    expect([broken.stored.status, (await client.get(`/media/${broken.id}`)).body]).toEqual([
      204,
      expect.objectContaining({ status: 'failed', failure_reason: 'The file is not a readable video.' }),
    ])
    await aFault(client.sandbox, { network: 'pinterest', fault: 'container_error', reason: 'Bad codec', times: 1 })
    const failed = await upload(client, await video('wide'))
    expect((await client.get(`/media/${failed.id}`)).body).toMatchObject({
      status: 'failed',
      failure_reason: 'Bad codec',
    })
    expect(
      (await videoPin(client, failed.id, { cover_image_url: `${client.sandbox.url}/samples/dawn.jpg` })).status,
    ).toBe(400)
    expect((await client.get('/media/123')).status).toBe(404)
  })
})

test('deleting a board deletes its pins', async () => {
  const { sandbox, account, base, get, post } = await aClient()
  const board = account.boards![0]!.id
  await post('/pins', pin(sandbox, account))
  const section = await post(`/boards/${board}/sections`, { name: 'Rye' })
  const inSection = await post('/pins', pin(sandbox, account, { board_section_id: section.body.id }))
  expect((await get(`/boards/${board}/sections/${section.body.id}/pins`)).body.items).toMatchObject([
    { id: inSection.body.id, board_section_id: section.body.id },
  ])
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  expect((await request(`${base}/boards/${board}`, { method: 'DELETE', headers })).status).toBe(204)
  const gone = await post('/pins', pin(sandbox, account))
  expect([gone.status, gone.body.message]).toEqual([404, 'Board not found.'])
  expect((await get(`/boards/${board}/pins`)).status).toBe(404)
  expect((await get('/pins')).body.items).toEqual([])
})

test('trial access has lower daily limits, in both header forms', async () => {
  const { sandbox, account, post } = await aClient()
  await control(sandbox, 'POST', '/settings', { network: 'pinterest', trial_access: true, plain_rate_headers: true })
  const made = await post('/pins', pin(sandbox, account))
  expect([made.headers.get('x-ratelimit-remaining'), made.headers.get('x-ratelimit-reset')]).toEqual(['99', '60'])
  expect(sandbox.posts()[0]?.detail).toMatchObject({ is_trial: true })
  await control(sandbox, 'POST', '/settings', { network: 'pinterest', enforce_quotas: false })
  for (let number = 0; number < 299; number += 1) await post('/boards', {})
  await control(sandbox, 'POST', '/settings', {
    network: 'pinterest',
    enforce_quotas: true,
    plain_rate_headers: false,
  })
  const refused = await post('/pins', pin(sandbox, account))
  expect([refused.status, refused.headers.get('x-ratelimit-remaining')]).toEqual([
    429,
    '0, 1;w=1;name="safety_net_app_id_user_id", 0;w=60;name="org_write_app_id_user_id"',
  ])
  expect(Number.parseInt(refused.headers.get('x-ratelimit-reset') ?? '', 10)).toBeGreaterThan(80_000)
})

test('secret boards and videos need their scopes', async () => {
  const client = await aClient()
  const { sandbox, account, get, post } = client
  const secret = (await post('/boards', { name: 'Secret', privacy: 'SECRET' })).body.id
  const grant = (scopes: string[] | null) =>
    control(sandbox, 'POST', `/accounts/pinterest/${account.account_id}/tokens`, { scopes })
  await grant(['user_accounts:read', 'boards:read', 'boards:write', 'pins:read', 'pins:write'])
  const names = (await get('/boards')).body.items.map(({ id }: { id: string }) => id)
  expect(names).toEqual(account.boards!.map(({ id }) => id))
  expect((await post('/boards', { name: 'Another', privacy: 'SECRET' })).status).toBe(403)
  expect((await post('/pins', { ...pin(sandbox, account), board_id: secret })).status).toBe(403)
  expect((await get(`/boards/${secret}/pins`)).status).toBe(403)
  await grant(['user_accounts:read', 'boards:read', 'pins:read'])
  expect((await post('/media', { media_type: 'video' })).status).toBe(403)
  await grant(null)
  expect((await get('/boards')).body.items).toHaveLength(3)
  expect((await post('/pins', { ...pin(sandbox, account), board_id: secret })).status).toBe(201)
})
