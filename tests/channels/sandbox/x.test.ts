import { expect, test } from 'vitest'
import { percentEncode, signatureOf } from '@/sandbox/networks/x/authenticate'
import { anImage, aSandbox, control, request, signX, type TestClock, x } from './support'

// From X’s documentation. The second case has a JSON body, which is not signed.
const documented = {
  method: 'POST',
  consumerSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  tokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
}
const oauthValues: [string, string][] = [
  ['oauth_consumer_key', 'xvz1evFS4wEEPTGEFPHBog'],
  ['oauth_nonce', 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg'],
  ['oauth_signature_method', 'HMAC-SHA1'],
  ['oauth_timestamp', '1318622958'],
  ['oauth_token', '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb'],
  ['oauth_version', '1.0'],
]

test.each([
  [
    'https://api.x.com/1.1/statuses/update.json',
    [
      ['include_entities', 'true'],
      ['status', 'Hello Ladies + Gentlemen, a signed OAuth request!'],
    ] as [string, string][],
    'Ls93hJiZbQ3akF3HF3x1Bz8/zU4=',
  ],
  ['https://api.x.com/2/tweets', [], 'lr+tV/DKclEvXKVjG6tgaSSLV0k='],
])('signs %s as documented', (address, own, signature) => {
  expect(signatureOf({ ...documented, address, parameters: [...own, ...oauthValues] })).toBe(signature)
})

test('percent-encoding follows RFC 3986', () => {
  expect(percentEncode("Dogs, Cats & Mice!'()*~-._")).toBe('Dogs%2C%20Cats%20%26%20Mice%21%27%28%29%2A~-._')
})

const unauthorized = { title: 'Unauthorized', detail: 'Unauthorized', type: 'about:blank', status: 401 }

test.each([
  ['a wrong signature', { change: { oauth_signature: 'AAAA' } }],
  ['a wrong consumer key', { change: { oauth_consumer_key: 'who' } }],
  ['an unknown token', { change: { oauth_token: 'who' } }],
  ['another signature method', { change: { oauth_signature_method: 'PLAINTEXT' } }],
  ['a timestamp six minutes old', { timestamp: Math.floor(Date.now() / 1000) - 360 }],
  ['a timestamp six minutes ahead', { timestamp: Math.floor(Date.now() / 1000) + 360 }],
])('%s is a 401', async (_, signing) => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  const { status, body } = await x(sandbox, account, 'GET', '/2/users/me', undefined, signing)
  expect([status, body]).toEqual([401, unauthorized])
})

test('a nonce works once and the query is signed', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  const path = '/2/users/me?user.fields=name'
  const authorization = signX(account, 'GET', `${sandbox.url}/x${path}`)
  expect((await request(`${sandbox.url}/x${path}`, { headers: { authorization } })).status).toBe(200)
  expect((await request(`${sandbox.url}/x${path}`, { headers: { authorization } })).status).toBe(401)
  const other = signX(account, 'GET', `${sandbox.url}/x/2/users/me`)
  expect((await request(`${sandbox.url}/x${path}`, { headers: { authorization: other } })).status).toBe(401)
})

test('401 for a wrong bearer token and no token, with rate limit headers', async () => {
  const sandbox = await aSandbox()
  for (const headers of [{}, { authorization: 'Bearer AAAA' }] as Record<string, string>[]) {
    const reply = await request(`${sandbox.url}/x/2/users/me`, { headers })
    expect([reply.status, reply.body]).toEqual([401, unauthorized])
    expect(reply.headers.get('x-rate-limit-reset')).toMatch(/^\d+$/)
  }
})

test.each([
  ['an unknown key', { text: 'a', colour: 'red' }, 400, 'One or more parameters to your request was invalid.'],
  ['no content', {}, 400, 'One or more parameters to your request was invalid.'],
  [
    'an unknown medium',
    { text: 'a', media: { media_ids: ['1'] } },
    400,
    'One or more parameters to your request was invalid.',
  ],
  [
    'five media',
    { media: { media_ids: ['1', '2', '3', '4', '5'] } },
    400,
    'One or more parameters to your request was invalid.',
  ],
  [
    'a number as an id',
    { text: 'a', reply: { in_reply_to_tweet_id: 1 } },
    400,
    'One or more parameters to your request was invalid.',
  ],
  ['281 characters', { text: 'a'.repeat(281) }, 403, 'Tweet needs to be a bit shorter.'],
  ['141 Chinese characters', { text: '字'.repeat(141) }, 403, 'Tweet needs to be a bit shorter.'],
  ['two cashtags', { text: '$AAPL and $TSLA' }, 403, 'A post may contain a maximum of one cashtag.'],
  [
    'a reply to nothing',
    { text: 'a', reply: { in_reply_to_tweet_id: '1' } },
    403,
    'You attempted to reply to a Tweet that is deleted or not visible to you.',
  ],
])('%s is refused', async (_, body, status, detail) => {
  const sandbox = await aSandbox()
  const reply = await x(sandbox, sandbox.openAccount({ network: 'x' }), 'POST', '/2/tweets', body)
  expect([reply.status, reply.body.status, reply.body.detail]).toEqual([status, status, detail])
  expect(sandbox.posts()).toEqual([])
})

test('refuses a form, an unknown parameter and an unknown path', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  const url = `${sandbox.url}/x/2/tweets`
  const form = { text: 'a' }
  const authorization = signX(account, 'POST', url, { form })
  expect(
    (await request(url, { method: 'POST', headers: { authorization }, body: new URLSearchParams(form) })).status,
  ).toBe(415)
  expect((await x(sandbox, account, 'GET', '/2/users/me?fields=id')).status).toBe(400)
  expect((await x(sandbox, account, 'GET', '/2/users/me?user.fields=shoe_size')).status).toBe(400)
  expect((await x(sandbox, account, 'GET', '/2/spaces/search')).body).toMatchObject({ title: 'Not Found', status: 404 })
})

test('accepts 280 weighted characters and returns t.co links and HTML entities', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  const link = `https://example.com/${'a'.repeat(100)}`
  const text = `R&D <3 ${link} ${'b'.repeat(280 - 7 - 23 - 1)}`
  const { status, body } = await x(sandbox, account, 'POST', '/2/tweets', { text })
  expect(status).toBe(201)
  expect(body.data.text).toMatch(/^R&amp;D &lt;3 https:\/\/t\.co\/\w{10} b+$/)
  const listed = await x(
    sandbox,
    account,
    'GET',
    `/2/users/${account.account_id}/tweets?max_results=5&tweet.fields=entities`,
  )
  expect(listed.body.data[0].entities.urls).toMatchObject([{ expanded_url: link }])
  expect(sandbox.posts()[0]?.text).toBe(text)
})

test('refuses a duplicate unless the check is off', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  const post = () => x(sandbox, account, 'POST', '/2/tweets', { text: 'once' })
  expect((await post()).status).toBe(201)
  expect(await post()).toMatchObject({
    status: 403,
    body: {
      detail: 'You are not allowed to create a Tweet with duplicate content.',
      type: 'about:blank',
      title: 'Forbidden',
      status: 403,
    },
  })
  await control(sandbox, 'POST', '/settings', { network: 'x', detect_duplicates: false })
  expect((await post()).status).toBe(201)
  expect(sandbox.posts()).toHaveLength(2)
})

test('lists images with alt texts and a chain of replies', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'x' })
  const ids: string[] = []
  for (const [width, format] of [
    [40, 'png'],
    [50, 'webp'],
  ] as const) {
    const form = new FormData()
    form.set('media', new Blob([new Uint8Array(await anImage(width, 30, format))]), 'a')
    form.set('media_category', 'tweet_image')
    const { status, body } = await x(sandbox, account, 'POST', '/2/media/upload', form)
    expect([status, body.data.image]).toEqual([200, { image_type: `image/${format}`, w: width, h: 30 }])
    ids.push(body.data.id)
  }
  await x(sandbox, account, 'POST', '/2/media/metadata', { id: ids[0], metadata: { alt_text: { text: 'orange' } } })
  const root = await x(sandbox, account, 'POST', '/2/tweets', { text: 'root', media: { media_ids: ids } })
  const reply = await x(sandbox, account, 'POST', '/2/tweets', {
    text: 'reply',
    reply: { in_reply_to_tweet_id: root.body.data.id },
  })
  const query =
    'max_results=5&tweet.fields=referenced_tweets,attachments&expansions=attachments.media_keys&media.fields=alt_text'
  const { body } = await x(sandbox, account, 'GET', `/2/users/${account.account_id}/tweets?${query}`)
  expect(body).toMatchObject({
    data: [
      {
        id: reply.body.data.id,
        text: 'reply',
        referenced_tweets: [{ type: 'replied_to', id: root.body.data.id }],
      },
      { id: root.body.data.id, attachments: { media_keys: ids.map((id) => `3_${id}`) } },
    ],
    includes: { media: [{ alt_text: 'orange' }, { media_key: `3_${ids[1]}` }] },
    meta: { result_count: 2, newest_id: reply.body.data.id, oldest_id: root.body.data.id },
  })
  expect(
    (await x(sandbox, account, 'GET', `/2/users/${account.account_id}/tweets?exclude=replies`)).body.data,
  ).toHaveLength(1)
})

test('429 for the 101st post in 15 minutes, until the window resets', async () => {
  const clock: TestClock = { ms: Date.now() }
  const sandbox = await aSandbox({ clock })
  const account = sandbox.openAccount({ network: 'x' })
  const post = (i: number) =>
    x(sandbox, account, 'POST', '/2/tweets', { text: `post ${i}` }, { timestamp: Math.floor(clock.ms / 1000) })
  for (let i = 0; i < 100; i++) expect((await post(i)).headers.get('x-rate-limit-remaining')).toBe(String(99 - i))
  const limited = await post(100)
  expect([limited.status, limited.body.title]).toEqual([429, 'Too Many Requests'])
  clock.ms = Number(limited.headers.get('x-rate-limit-reset')) * 1000
  expect((await post(101)).status).toBe(201)
})

test('checks uploads, and they belong to their account', async () => {
  const sandbox = await aSandbox()
  const [mine, other] = [sandbox.openAccount({ network: 'x' }), sandbox.openAccount({ network: 'x' })]
  const upload = (
    bytes: Uint8Array<ArrayBuffer>,
    fields: Record<string, string> = { media_category: 'tweet_image' },
  ) => {
    const form = new FormData()
    form.set('media', new Blob([bytes]), 'a.jpg')
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    return x(sandbox, mine, 'POST', '/2/media/upload', form)
  }
  const image = new Uint8Array(await anImage(20, 20))
  expect((await upload(new Uint8Array([1, 2, 3]))).status).toBe(400)
  expect((await upload(image, {})).status).toBe(400)
  expect((await upload(image, { media_category: 'tweet_image', shape: 'round' })).status).toBe(400)
  const { body } = await upload(image)
  const longText = { id: body.data.id, metadata: { alt_text: { text: 'a'.repeat(1_001) } } }
  expect((await x(sandbox, mine, 'POST', '/2/media/metadata', longText)).status).toBe(400)
  expect((await x(sandbox, other, 'POST', '/2/tweets', { media: { media_ids: [body.data.id] } })).status).toBe(400)
})
