import { expect, test } from 'vitest'
import { aMediaHost, aPicture, aSandbox, json, pin, request } from './support'

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

test('a pin is answered, listed on its board and opens in the feed', async () => {
  const { sandbox, account, get, post } = await aClient()
  const words = { title: 'Bread', description: 'How it rises', link: 'https://example.com/', alt_text: 'loaf' }
  const { status, body, headers } = await post('/pins', pin(sandbox, account, words))
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ ...words, id: expect.stringMatching(/^\d{18}$/), creative_type: 'REGULAR' }),
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
    'a picture out of reach',
    { media_source: { source_type: 'image_url', url: 'http://127.0.0.1:1/a.jpg' } },
    400,
    /^Unable to reach the URL/,
  ],
  [
    'six pictures',
    { media_source: { source_type: 'multiple_image_urls', items: Array(6).fill({ url: 'http://a.test/' }) } },
    400,
    /constraint: maxItems=5/,
  ],
  [
    'one picture as several',
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

test('formats and sizes of pictures', async () => {
  const { account, post, sandbox } = await aClient()
  const host = await aMediaHost({
    'a.webp': { type: 'image/webp', bytes: await aPicture(50, 50, 'webp') },
    'tall.jpg': { type: 'image/jpeg', bytes: await aPicture(50, 90) },
    'flat.jpg': { type: 'image/jpeg', bytes: await aPicture(90, 50) },
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
  const data = (await aPicture(30, 30, 'png')).toString('base64')
  const encoded = {
    board_id: account.boards![0]!.id,
    media_source: { source_type: 'image_base64', content_type: 'image/png', data },
  }
  expect((await post('/pins', encoded)).status).toBe(201)
  expect(sandbox.posts().map(({ media }) => media.length)).toEqual([2, 1])
})

test('boards are made, listed by pages, and may not share a name', async () => {
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
  expect((await get('/boards?privacy=PUBLIC')).body.items).toHaveLength(2)
  expect((await get('/boards?color=red')).status).toBe(400)
})

test('a wrong token and an unknown path', async () => {
  const { base, get } = await aClient()
  const wrong = await request(`${base}/boards`, { headers: { authorization: 'Bearer pina_nothing' } })
  expect([wrong.status, wrong.body]).toEqual([401, { code: 2, message: 'Authentication failed.' }])
  expect((await get('/ad_accounts')).status).toBe(404)
})
