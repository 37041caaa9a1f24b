import { expect, test } from 'vitest'
import { readLittleText } from '@/sandbox/networks/linkedin/posts'
import { anImage, aSandbox, control, json, linkedInHeaders, linkedInPost, request, type TestClock } from './support'

async function aClient(clock?: TestClock) {
  const sandbox = await aSandbox(clock ? { clock } : {})
  const account = sandbox.openAccount({ network: 'linkedin' })
  const base = `${sandbox.url}/linkedin`
  const headers = linkedInHeaders(account)
  const post = (commentary: string, more: Record<string, unknown> = {}, change: Record<string, string> = {}) =>
    request(`${base}/rest/posts`, json(linkedInPost(account.account_id, commentary, more), { ...headers, ...change }))
  const find = (query: string, change: Record<string, string> = {}) =>
    request(`${base}/rest/posts?q=author&author=${encodeURIComponent(account.account_id)}${query}`, {
      headers: { ...headers, 'x-restli-method': 'FINDER', ...change },
    })
  return { sandbox, account, base, headers, post, find }
}

test.each([
  ['no token', { authorization: '' }, [401, 'EMPTY_ACCESS_TOKEN']],
  ['a wrong token', { authorization: 'Bearer nonsense' }, [401, 'INVALID_ACCESS_TOKEN']],
  ['no version', { 'linkedin-version': '' }, [400, 'VERSION_MISSING']],
  ['a version that was shut', { 'linkedin-version': '202401' }, [426, 'NONEXISTENT_VERSION']],
  ['a version of eight digits', { 'linkedin-version': '20260801' }, [426, 'NONEXISTENT_VERSION']],
  ['no protocol version', { 'x-restli-protocol-version': '' }, [400, 'INVALID_RESTLI_PROTOCOL_VERSION']],
  ['protocol 1', { 'x-restli-protocol-version': '1.0.0' }, [400, 'INVALID_RESTLI_PROTOCOL_VERSION']],
  ['text', { 'content-type': 'text/plain' }, [415, 'UNSUPPORTED_MEDIA_TYPE']],
])('%s is refused', async (_, headers, expected) => {
  const { post, sandbox } = await aClient()
  const { status, body } = await post('Hello', {}, headers)
  expect([status, body.code]).toEqual(expected)
  expect(sandbox.posts()).toEqual([])
})

test('expired and revoked tokens', async () => {
  const { sandbox, account, post } = await aClient()
  for (const [state, code, number] of [
    ['expire', 'EXPIRED_ACCESS_TOKEN', 65602],
    ['revoke', 'REVOKED_ACCESS_TOKEN', 65601],
  ] as const) {
    await control(sandbox, 'POST', `/accounts/linkedin/${encodeURIComponent(account.account_id)}/${state}-token`)
    expect((await post('Hello')).body).toMatchObject({ status: 401, serviceErrorCode: number, code })
  }
})

test.each([
  ['an unknown field', { colour: 'red' }, 'UNPERMITTED_FIELD'],
  ['an unknown visibility', { visibility: 'FRIENDS' }, 'INVALID_VALUE_FOR_FIELD'],
  ['no distribution', { distribution: undefined }, 'MISSING_FIELD'],
  ['an unescaped bracket', { commentary: 'Hello (setup)' }, 'INVALID_VALUE_FOR_FIELD'],
  ['a lone backslash', { commentary: 'a \\ b' }, 'INVALID_VALUE_FOR_FIELD'],
  ['3,001 characters', { commentary: 'a'.repeat(3_001) }, 'FIELD_LENGTH_TOO_LONG'],
  ['a blank text', { commentary: ' ' }, 'INVALID_VALUE_BLANK_FIELD'],
  ['an unknown image', { content: { media: { id: 'urn:li:image:nothing' } } }, 'INVALID_URN_ID'],
  [
    'one image as several',
    { content: { multiImage: { images: [{ id: 'urn:li:image:a' }] } } },
    'INVALID_VALUE_FOR_FIELD',
  ],
])('%s is refused', async (_, change, code) => {
  const { post, sandbox } = await aClient()
  const { status, body } = await post('Hello', change)
  expect([status, body.status, body.code]).toEqual([400, 400, code])
  expect(sandbox.posts()).toEqual([])
})

test('reads little text: plain, escaped and templates', () => {
  expect(readLittleText('Hello \\(setup\\) #tag {hashtag|\\#|two} @[A \\(B\\)](urn:li:organization:1) \\\\')).toEqual({
    text: 'Hello (setup) #tag #two A (B) \\',
  })
  for (const char of '|{}@[]()<>*_~') expect(readLittleText(`a${char}b`)).toEqual({ strayCharacter: char, position: 1 })
  expect(readLittleText('a # b')).toEqual({ strayCharacter: '#', position: 2 })
})

test('a post: 201 without a body, its URN in a header, found by author', async () => {
  const { post, find, account, sandbox } = await aClient()
  const reply = await post('Hello \\(setup\\)')
  const urn = reply.headers.get('x-restli-id')!
  expect([reply.status, reply.text]).toEqual([201, ''])
  expect(urn).toMatch(/^urn:li:share:7\d{18}$/)
  const { body } = await find('&count=5&sortBy=LAST_MODIFIED')
  expect(body.elements).toMatchObject([
    { id: urn, author: account.account_id, commentary: 'Hello \\(setup\\)', lifecycleState: 'PUBLISHED' },
  ])
  expect((await find('', { 'x-restli-method': 'GET' })).status).toBe(400)
  expect((await find('&colour=red')).status).toBe(400)
  expect(sandbox.posts()[0]).toMatchObject({
    id: urn,
    text: 'Hello (setup)',
    permalink: `${sandbox.url}/feed/linkedin/feed/update/${urn}/`,
  })
})

test('a duplicate within 10 minutes names the first post', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { post, sandbox } = await aClient(clock)
  const urn = (await post('Once')).headers.get('x-restli-id')
  const again = await post('Once')
  expect([again.status, again.body]).toEqual([
    422,
    expect.objectContaining({ code: 'DUPLICATE_POST', message: `Content is a duplicate of ${urn}` }),
  ])
  clock.ms += 10 * 60_000 + 1
  expect((await post('Once')).status).toBe(201)
  expect(sandbox.posts()).toHaveLength(2)
})

test('refuses another author and the 151st post of a UTC day', async () => {
  const clock: TestClock = { ms: Date.parse('2026-11-20T23:50:00Z') }
  const { post } = await aClient(clock)
  expect((await post('Hello', { author: 'urn:li:person:other' })).body.code).toBe('ACCESS_DENIED')
  for (let i = 0; i < 150; i++) expect((await post(`Post ${i}`)).status).toBe(201)
  expect((await post('One more')).status).toBe(429)
  clock.ms = Date.parse('2026-11-21T00:00:00Z')
  expect((await post('One more')).status).toBe(201)
})

test('images: initialized, uploaded, used in a post', async () => {
  const { sandbox, account, base, headers, post } = await aClient()
  const initialize = async () => {
    const body = { initializeUploadRequest: { owner: account.account_id } }
    return (await request(`${base}/rest/images?action=initializeUpload`, json(body, headers))).body.value
  }
  const upload = async (url: string, bytes: Buffer) =>
    (
      await request(url, {
        method: 'PUT',
        headers: { authorization: headers.authorization! },
        body: new Uint8Array(bytes),
      })
    ).status
  const [one, two, waiting] = [await initialize(), await initialize(), await initialize()]
  expect(await upload(one.uploadUrl, await anImage(60, 60))).toBe(201)
  expect(await upload(two.uploadUrl, await anImage(60, 70, 'png'))).toBe(201)
  expect(await upload(two.uploadUrl, Buffer.from('no image'))).toBe(415)
  expect(await upload(two.uploadUrl, await anImage(60, 70, 'png'))).toBe(201)
  expect((await request(one.uploadUrl, { method: 'PUT', body: 'x' })).status).toBe(401)
  expect((await post('Waiting', { content: { media: { id: waiting.image } } })).body.code).toBe(
    'MEDIA_ASSET_WAITING_UPLOAD',
  )
  expect((await post('Long', { content: { media: { id: one.image, altText: 'a'.repeat(4_087) } } })).body.code).toBe(
    'FIELD_LENGTH_TOO_LONG',
  )
  expect((await post('One', { content: { media: { id: one.image, altText: 'square' } } })).status).toBe(201)
  expect(
    (
      await post('Two', {
        content: { multiImage: { images: [{ id: one.image }, { id: two.image, altText: 'tall' }] } },
      })
    ).status,
  ).toBe(201)
  const media = sandbox.posts().map((made) => made.media.map(({ alt_text }) => alt_text))
  expect(media).toEqual([['square'], [null, 'tall']])
})
