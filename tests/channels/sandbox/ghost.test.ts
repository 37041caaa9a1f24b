import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { signatureOf } from '@/sandbox/networks/ghost/request'
import { anImage, aSandbox, ghost, request, signGhost, type TestClock } from './support'

async function aSite(clock?: TestClock) {
  const sandbox = await aSandbox(clock ? { clock } : {})
  return { sandbox, account: sandbox.openAccount({ network: 'ghost', account_id: 'notes' }) }
}

const aPost = (more: Record<string, unknown> = {}) => ({ posts: [{ title: 'My post', html: '<p>Hi</p>', ...more }] })

test('decodes the key from hex before signing', () => {
  const secret = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff'
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url')
  const signed = `${encode({ alg: 'HS256', typ: 'JWT', kid: '6489d1b2c3d4e5f60718293a' })}.${encode({ iat: 1700000000, exp: 1700000300, aud: '/admin/' })}`
  expect(signatureOf(signed, secret).toString('base64url')).toBe('8pHHdAZLc-fUDQ-x0hWnFHidOYtFS8B05MnRtsIRELE')
})

test.each([
  ['no credential', '', 'INVALID_AUTH_HEADER'],
  ['another scheme', 'Bearer abc', 'INVALID_AUTH_HEADER'],
  ['nonsense', 'Ghost abc', 'INVALID_JWT'],
  ['an unknown key', { header: { kid: 'f'.repeat(24) } }, 'UNKNOWN_ADMIN_API_KEY'],
  ['no key id', { header: { kid: undefined } }, 'MISSING_ADMIN_API_KID'],
  ['another algorithm', { header: { alg: 'none' } }, 'INVALID_JWT'],
  ['another audience', { payload: { aud: '/content/' } }, 'INVALID_JWT'],
  ['an expired token', { nowMs: Date.now() - 400_000 }, 'INVALID_JWT'],
  ['a token of ten minutes', { payload: { exp: Math.floor(Date.now() / 1000) + 600 } }, 'INVALID_JWT'],
  ['a token from the future', { nowMs: Date.now() + 120_000 }, 'INVALID_JWT'],
] as const)('%s is refused', async (_, change, code) => {
  const { account } = await aSite()
  const authorization = typeof change === 'string' ? change : signGhost(account, change)
  const { status, body } = await ghost(account, 'GET', '/posts/', undefined, { authorization })
  expect([status, body.errors[0].code]).toEqual([code === 'MISSING_ADMIN_API_KID' ? 400 : 401, code])
})

test('refuses a secret used as text and the key of another site', async () => {
  const { sandbox, account } = await aSite()
  const [id, secret] = account.credentials.admin_api_key!.split(':')
  const asText = `${id}:${Buffer.from(secret!).toString('hex')}`
  const wrong = await ghost(account, 'GET', '/posts/', undefined, {
    authorization: signGhost(account, { key: asText }),
  })
  expect([wrong.status, wrong.body.errors[0].message]).toEqual([401, 'Invalid token: invalid signature'])
  const other = sandbox.openAccount({ network: 'ghost', account_id: 'other' })
  const foreign = await ghost(account, 'GET', '/posts/', undefined, { authorization: signGhost(other) })
  expect(foreign.body.errors[0].code).toBe('UNKNOWN_ADMIN_API_KEY')
})

test('version header, final slash, and the site without a key', async () => {
  const { account } = await aSite()
  for (const [version, status] of [
    ['6', 400],
    ['', 400],
    ['v3.0', 406],
    ['v5.8', 200],
  ] as const) {
    expect((await ghost(account, 'GET', '/posts/', undefined, { 'accept-version': version })).status).toBe(status)
  }
  const redirect = await ghost(account, 'POST', '/posts', aPost())
  expect([redirect.status, redirect.headers.get('location')]).toEqual([301, '/ghost/notes/ghost/api/admin/posts/'])
  expect((await request(`${account.credentials.site_url}/ghost/api/admin/site/`)).body.site.title).toBe(
    account.account_name,
  )
  expect((await ghost(account, 'GET', '/members/')).body.errors[0].type).toBe('NotFoundError')
})

test.each([
  [
    'a title of 256 characters',
    { title: 'a'.repeat(256) },
    'Value in [posts.title] exceeds maximum length of 255 characters.',
  ],
  ['no title', { title: undefined }, 'Value in [posts.title] cannot be blank.'],
  ['an unknown field', { colour: 'red' }, 'Validation (AdditionalProperties) failed for "colour"'],
  ['an unknown status', { status: 'live' }, expect.stringContaining('status')],
  ['a schedule', { status: 'scheduled' }, expect.stringContaining('status')],
])('%s is a validation error', async (_, change, context) => {
  const { sandbox, account } = await aSite()
  const { status, body } = await ghost(account, 'POST', '/posts/?source=html', aPost(change))
  expect([status, body.errors[0]]).toEqual([422, expect.objectContaining({ type: 'ValidationError', context })])
  expect(sandbox.posts()).toEqual([])
})

test('refuses html without source=html and unknown parameters', async () => {
  const { account } = await aSite()
  expect((await ghost(account, 'POST', '/posts/', aPost())).status).toBe(422)
  expect((await ghost(account, 'POST', '/posts/?source=html&draft=1', aPost())).status).toBe(400)
})

test('publishes a draft by an edit with the current updated_at', async () => {
  const { sandbox, account } = await aSite()
  const created = await ghost(account, 'POST', '/posts/?source=html', aPost({ tags: ['News'] }))
  const [draft] = created.body.posts
  expect([created.status, draft.status, draft.html]).toEqual([201, 'draft', undefined])
  expect(sandbox.posts()).toEqual([])
  const publish = (updated_at: string) =>
    ghost(account, 'PUT', `/posts/${draft.id}/`, { posts: [{ updated_at, status: 'published' }] })
  const published = await publish(draft.updated_at)
  expect([published.status, published.body.posts[0].url]).toEqual([200, `${sandbox.url}/feed/ghost/notes/my-post/`])
  const late = await publish(draft.updated_at)
  expect([late.status, late.body.errors[0].code]).toEqual([409, 'UPDATE_COLLISION'])
  expect((await request(published.body.posts[0].url)).status).toBe(200)
  expect(sandbox.posts()).toMatchObject([{ id: draft.id, title: 'My post', text: 'Hi' }])
})

test('numbers equal slugs, and the filter finds both', async () => {
  const { sandbox, account } = await aSite()
  const slugs: string[] = []
  for (let i = 0; i < 2; i++) {
    const { body } = await ghost(account, 'POST', '/posts/?source=html', aPost({ status: 'published', title: 'Same' }))
    slugs.push(body.posts[0].slug)
  }
  await ghost(account, 'POST', '/posts/?source=html', aPost({ title: "It's a draft" }))
  expect(slugs).toEqual(['same', 'same-2'])
  const listed = async (filter: string) => {
    const { body } = await ghost(
      account,
      'GET',
      `/posts/?limit=10&order=${encodeURIComponent('created_at asc')}&filter=${encodeURIComponent(filter)}`,
    )
    return body.posts?.map(({ slug }: { slug: string }) => slug) ?? body.errors[0].type
  }
  expect(await listed('slug:same')).toEqual(['same'])
  expect(await listed('status:draft')).toEqual(['its-a-draft'])
  const aMinuteAgo = new Date(Date.now() - 60_000).toISOString()
  const stored = aMinuteAgo.slice(0, 19).replace('T', ' ')
  expect(await listed(`status:published+created_at:>='${stored}'`)).toEqual(['same', 'same-2'])
  // Compared as text, like Ghost on SQLite: no stored time of that day is greater than an ISO time.
  expect(
    await listed(`created_at:>'${stored.slice(0, 10)}T00:00:00.000Z'+created_at:<'${stored.slice(0, 10)} 99'`),
  ).toEqual([])
  for (const filter of ['color:red', 'slug:[a', "status:'draft"]) expect(await listed(filter)).toBe('BadRequestError')
  expect(sandbox.posts()).toHaveLength(2)
})

test('uploads images and lists them as the post’s media', async () => {
  const { sandbox, account } = await aSite()
  const upload = async (bytes: Buffer) => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'a.jpg')
    form.set('purpose', 'image')
    return ghost(account, 'POST', '/images/upload/', form)
  }
  const { status, body } = await upload(await anImage(30, 30))
  expect(status).toBe(201)
  expect((await request(body.images[0].url)).headers.get('content-type')).toBe('image/jpeg')
  expect((await upload(Buffer.from('<svg onload="alert(1)"/>'))).status).toBe(415)
  const html = `<figure><img src="${body.images[0].url}" alt="a &quot;square&quot;"></figure>`
  await ghost(account, 'POST', '/posts/?source=html', aPost({ html, status: 'published' }))
  expect(sandbox.posts()[0]?.media).toMatchObject([{ url: body.images[0].url, alt_text: 'a "square"' }])
})

test('uploads videos, and refuses other files', async () => {
  const { sandbox, account } = await aSite()
  const video = await readFile(new URL('../../../sandbox/samples/wide.mp4', import.meta.url))
  const upload = async (bytes: Buffer, name = 'a.mp4') => {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(bytes)], { type: 'video/mp4' }), name)
    return ghost(account, 'POST', '/media/upload/', form)
  }
  const { status, body } = await upload(video)
  expect([status, body.media[0].url]).toEqual([201, expect.stringMatching(/\.mp4$/)])
  expect((await request(body.media[0].url)).headers.get('content-type')).toBe('video/mp4')
  expect((await upload(Buffer.from('no video'))).status).toBe(415)
  expect((await upload(video, 'a.txt')).status).toBe(415)
  const html = `<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="${body.media[0].url}"></video></div></figure>`
  await ghost(account, 'POST', '/posts/?source=html', aPost({ html, status: 'published' }))
  expect(sandbox.posts()[0]?.media).toMatchObject([{ url: body.media[0].url }])
})

test('tags are case-insensitive, and internal with a #', async () => {
  const { account } = await aSite()
  const made = await ghost(account, 'POST', '/posts/?source=html', aPost({ tags: ['News', '#internal'] }))
  expect(made.body.posts[0].tags).toMatchObject([
    { name: 'News', slug: 'news', visibility: 'public' },
    { name: '#internal', slug: 'hash-internal', visibility: 'internal' },
  ])
  await ghost(account, 'POST', '/posts/?source=html', aPost({ tags: ['news'] }))
  const { body } = await ghost(account, 'GET', '/tags/')
  expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['News', '#internal'])
})

test('shows a draft at its preview URL', async () => {
  const { account } = await aSite()
  const { body } = await ghost(account, 'POST', '/posts/?source=html', aPost())
  const page = await request(body.posts[0].url)
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('My post')])
})
