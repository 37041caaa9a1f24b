import { expect, test } from 'vitest'
import { aMediaHost, anImage, aSandbox, control, json, type Reply, request, type TestClock, texts } from './support'

type Setup = { network: 'instagram' | 'facebook' | 'threads'; clock?: TestClock }

async function aClient({ network, clock }: Setup) {
  const sandbox = await aSandbox(clock ? { clock } : {})
  const account = sandbox.openAccount({ network })
  const base = `${sandbox.url}/${network}/${network === 'threads' ? 'v1.0' : 'v25.0'}`
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  return {
    sandbox,
    account,
    base,
    get: (path: string) => request(`${base}${path}`, { headers }),
    post: (path: string, body: unknown) => request(`${base}/${account.account_id}${path}`, json(body, headers)),
    delete: (path: string) => request(`${base}${path}`, { method: 'DELETE', headers }),
    image: (name = 'dawn') => `${sandbox.url}/samples/${name}.jpg`,
  }
}

const codes = ({ status, body }: Reply) => [status, body.error.code, body.error.error_subcode]

test.each(['instagram', 'facebook', 'threads'] as const)(
  '%s: tokens, versions, paths and parameters',
  async (network) => {
    const { sandbox, account, base, get } = await aClient({ network })
    expect(codes(await request(`${base}/me`))).toEqual([400, 104, undefined])
    const wrong = await request(`${base}/me`, { headers: { authorization: 'Bearer nonsense' } })
    expect(codes(wrong)).toEqual([400, 190, undefined])
    expect(wrong.headers.get('www-authenticate')).toMatch(/^OAuth "Facebook Platform" "invalid_token"/)
    expect((await request(`${base}/me?access_token=${account.credentials.access_token}`)).status).toBe(200)
    expect(codes(await get('/me?fields=id,shoe_size'))).toEqual([400, 100, undefined])
    expect(codes(await get('/me?feilds=id'))).toEqual([400, 100, undefined])
    expect(codes(await get('/123456'))).toEqual([400, 100, 33])
    expect(codes(await request(base.replace(/v[\d.]+$/, 'v9.0/me')))).toEqual([404, 2500, undefined])
    const me = await get('/me?fields=id,username,name')
    expect(me.headers.get('x-app-usage')).toMatch(/^\{"call_count":\d+/)
    for (const [state, subcode] of [
      ['expire', 463],
      ['revoke', 458],
    ] as const) {
      await control(sandbox, 'POST', `/accounts/${network}/${account.account_id}/${state}-token`)
      expect(codes(await get('/me'))).toEqual([400, 190, subcode])
    }
  },
)

test('Instagram: one image from container to listing', async () => {
  const { account, get, post, image, sandbox } = await aClient({ network: 'instagram' })
  const made = await post('/media', { image_url: image(), caption: 'Good morning #bread', alt_text: 'sun' })
  expect(made.body).toEqual({ id: expect.stringMatching(/^178\d{14}$/) })
  expect((await get(`/${made.body.id}?fields=status_code`)).body).toEqual({ status_code: 'FINISHED', id: made.body.id })
  const published = await post('/media_publish', { creation_id: made.body.id })
  const { id } = published.body
  const medium = (await get(`/${id}?fields=id,caption,permalink,media_type,media_product_type,timestamp,alt_text`)).body
  expect(medium).toEqual({
    id,
    caption: 'Good morning #bread',
    permalink: expect.stringMatching(`^${sandbox.url}/feed/instagram/p/[\\w-]{11}/$`),
    media_type: 'IMAGE',
    media_product_type: 'FEED',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0000$/),
    alt_text: 'sun',
  })
  expect((await get(`/${account.account_id}/media?fields=id,caption`)).body.data).toEqual([
    { id, caption: 'Good morning #bread' },
  ])
  expect((await get(`/${made.body.id}?fields=status_code`)).body.status_code).toBe('PUBLISHED')
  expect(codes(await post('/media_publish', { creation_id: made.body.id }))).toEqual([400, 24, 2207008])
  expect((await get('/me/content_publishing_limit?fields=quota_usage,config')).body.data[0]).toMatchObject({
    quota_usage: 1,
  })
  expect(sandbox.posts()).toHaveLength(1)
})

test('Instagram: a carousel and its items', async () => {
  const { post, image, get, sandbox } = await aClient({ network: 'instagram' })
  const items: string[] = []
  for (const name of ['dawn', 'dune', 'meadow']) {
    items.push((await post('/media', { image_url: image(name), is_carousel_item: true, alt_text: name })).body.id)
  }
  expect(codes(await post('/media_publish', { creation_id: items[0] }))).toEqual([400, 100, undefined])
  expect(codes(await post('/media', { media_type: 'CAROUSEL', children: items.slice(0, 1) }))).toEqual([
    400, 100, 2207028,
  ])
  expect(codes(await post('/media', { media_type: 'CAROUSEL', children: Array(11).fill(items[0]) }))).toEqual([
    400, 100, 2207028,
  ])
  const parent = await post('/media', { media_type: 'CAROUSEL', children: items.join(','), caption: 'three' })
  const { id } = (await post('/media_publish', { creation_id: parent.body.id })).body
  const { body } = await get(`/${id}?fields=media_type,children{id,alt_text}`)
  expect([body.media_type, body.children.data.map((child: { alt_text: string }) => child.alt_text)]).toEqual([
    'CAROUSEL_ALBUM',
    ['dawn', 'dune', 'meadow'],
  ])
  expect(sandbox.posts()[0]?.media).toHaveLength(3)
})

test('Instagram checks fetched images', async () => {
  const { post } = await aClient({ network: 'instagram' })
  const host = await aMediaHost({
    'huge.jpg': { type: 'image/jpeg', bytes: Buffer.concat([await anImage(500, 500), Buffer.alloc(8 * 1024 * 1024)]) },
    'really-a-png.jpg': { type: 'image/jpeg', bytes: await anImage(500, 500, 'png') },
    'tall.jpg': { type: 'image/jpeg', bytes: await anImage(500, 800) },
    'wide.jpg': { type: 'image/jpeg', bytes: await anImage(1000, 500) },
    'page.jpg': { type: 'image/jpeg', bytes: Buffer.from('<html>') },
    'edge.jpg': { type: 'text/plain', bytes: await anImage(1080, 1350) },
  })
  const fetching = async (file: string) => codes(await post('/media', { image_url: `${host}/${file}` }))
  expect(await fetching('huge.jpg')).toEqual([400, 36000, 2207004])
  expect(await fetching('really-a-png.jpg')).toEqual([400, 36001, 2207005])
  expect(await fetching('page.jpg')).toEqual([400, 36001, 2207005])
  expect(await fetching('tall.jpg')).toEqual([400, 36003, 2207009])
  expect(await fetching('wide.jpg')).toEqual([400, 36003, 2207009])
  expect(await fetching('missing.jpg')).toEqual([400, 9004, 2207052])
  expect(codes(await post('/media', { image_url: 'http://127.0.0.1:1/a.jpg' }))).toEqual([400, 9004, 2207052])
  expect(codes(await post('/media', { image_url: 'file:///etc/passwd' }))).toEqual([400, 9004, 2207052])
  expect((await post('/media', { image_url: `${host}/edge.jpg` })).status).toBe(200)
})

test.each([
  ['a caption of 2,201 characters', { caption: 'a'.repeat(2_201) }, [400, 36004, 2207010]],
  ['31 hashtags', { caption: '#a '.repeat(31) }, [400, 36004, 2207010]],
  ['21 mentions', { caption: '@a '.repeat(21) }, [400, 36004, 2207010]],
  ['an alt text of 1,001 characters', { alt_text: 'a'.repeat(1_001) }, [400, 100, undefined]],
  ['an unknown parameter', { capton: 'a' }, [400, 100, undefined]],
  ['an unknown media type', { media_type: 'HOLOGRAM' }, [400, 100, 2207023]],
  ['a caption on an item', { is_carousel_item: true, caption: 'a' }, [400, 100, undefined]],
])('Instagram refuses %s', async (_, change, expected) => {
  const { post, image } = await aClient({ network: 'instagram' })
  expect(codes(await post('/media', { image_url: image(), ...change }))).toEqual(expected)
})

test('Instagram: a container needs polls, expires after a day, and belongs to its account', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { post, get, image, sandbox } = await aClient({ network: 'instagram', clock })
  await control(sandbox, 'POST', '/settings', { network: 'instagram', polls_until_finished: 2 })
  const { id } = (await post('/media', { image_url: image() })).body
  expect(codes(await post('/media_publish', { creation_id: id }))).toEqual([400, 9007, 2207027])
  const statuses: string[] = []
  for (let i = 0; i < 3; i++) statuses.push((await get(`/${id}?fields=status_code`)).body.status_code)
  expect(statuses).toEqual(['IN_PROGRESS', 'IN_PROGRESS', 'FINISHED'])
  clock.ms += 86_400_001
  expect((await get(`/${id}?fields=status_code`)).body.status_code).toBe('EXPIRED')
  expect(codes(await post('/media_publish', { creation_id: id }))).toEqual([400, 24, 2207008])

  const other = sandbox.openAccount({ network: 'instagram' })
  const headers = { authorization: `Bearer ${other.credentials.access_token}` }
  expect(codes(await request(`${sandbox.url}/instagram/v25.0/${id}?fields=status_code`, { headers }))).toEqual([
    400, 100, 33,
  ])
})

test('Instagram: the daily quota resets', async () => {
  const clock: TestClock = { ms: Date.now() }
  const { post, image, sandbox } = await aClient({ network: 'instagram', clock })
  await control(sandbox, 'POST', '/settings', { network: 'instagram', posts_per_day: 2 })
  const publish = async () =>
    post('/media_publish', { creation_id: (await post('/media', { image_url: image() })).body.id })
  expect([(await publish()).status, (await publish()).status]).toEqual([200, 200])
  expect(codes(await publish())).toEqual([400, 9, 2207042])
  clock.ms += 86_400_001
  expect((await publish()).status).toBe(200)
})

test('Facebook: posts and lists text, link, photo and album', async () => {
  const { account, post, get, image, sandbox } = await aClient({ network: 'facebook' })
  const made = (await post('/feed', { message: 'Hello', link: 'https://example.com/' })).body
  expect(made.id).toMatch(new RegExp(`^${account.account_id}_\\d{15}$`))
  const { permalink_url } = (await get(`/${made.id}?fields=permalink_url`)).body
  expect((await request(permalink_url)).status).toBe(200)
  const photo = (await post('/photos', { url: image(), caption: 'One', alt_text_custom: 'sun' })).body
  expect(photo).toEqual({ id: expect.stringMatching(/^\d{15}$/), post_id: expect.stringContaining('_') })
  const staged: string[] = []
  for (const name of ['dune', 'meadow'])
    staged.push((await post('/photos', { url: image(name), published: false })).body.id)
  expect(texts(sandbox.posts())).toEqual(['Hello', 'One'])
  const attached_media = staged.map((media_fbid) => ({ media_fbid }))
  expect((await post('/feed', { message: 'Album', attached_media })).status).toBe(200)
  expect(codes(await post('/feed', { attached_media: [{ media_fbid: staged[0] }] }))).toEqual([400, 100, 1366051])
  const { data } = (await get(`/${account.account_id}/published_posts?fields=message,attachments`)).body
  expect(data.map(({ message }: { message: string }) => message)).toEqual(['Album', 'One', 'Hello'])
  expect(data[0].attachments.data[0].subattachments.data).toHaveLength(2)
})

test('Facebook: deletes an unpublished photo, and refuses wrong posts', async () => {
  const { post, image, delete: remove, sandbox } = await aClient({ network: 'facebook' })
  const { id } = (await post('/photos', { url: image(), published: false })).body
  expect((await remove(`/${id}`)).body).toEqual({ success: true })
  expect(codes(await post('/feed', { attached_media: [{ media_fbid: id }] }))).toEqual([400, 100, 33])
  expect(codes(await post('/feed', {}))).toEqual([400, 100, undefined])
  expect(codes(await post('/feed', { message: 'a'.repeat(63_207) }))).toEqual([400, 100, undefined])
  expect(codes(await post('/feed', { message: 'a', colour: 'red' }))).toEqual([400, 100, undefined])
  expect(codes(await post('/photos', { url: `${sandbox.url}/nothing.jpg` }))).toEqual([400, 324, 2069019])
  const host = await aMediaHost({ 'a.webp': { type: 'image/webp', bytes: await anImage(50, 50, 'webp') } })
  expect(codes(await post('/photos', { url: `${host}/a.webp` }))).toEqual([400, 100, 1366046])
  expect(sandbox.posts()).toEqual([])
})

test('Threads: lists a post, its reply and a carousel', async () => {
  const { post, get, image } = await aClient({ network: 'threads' })
  const publish = async (parameters: unknown) => {
    const made = await post('/threads', parameters)
    expect((await get(`/${made.body.id}?fields=status,error_message`)).body.status).toBe('FINISHED')
    return (await post('/threads_publish', { creation_id: made.body.id })).body.id as string
  }
  const root = await publish({ media_type: 'TEXT', text: 'root' })
  const reply = await publish({ media_type: 'TEXT', text: 'reply', reply_to_id: root })
  const items: string[] = []
  for (const name of ['dawn', 'dune']) {
    items.push(
      (await post('/threads', { media_type: 'IMAGE', image_url: image(name), is_carousel_item: true })).body.id,
    )
  }
  const carousel = await publish({ media_type: 'CAROUSEL', children: items, text: 'two' })
  const listed = (await get('/me/threads?fields=id,text,media_type,permalink')).body.data
  expect(listed).toMatchObject([
    { id: carousel, media_type: 'CAROUSEL_ALBUM' },
    { id: root, text: 'root', media_type: 'TEXT_POST' },
  ])
  expect((await get('/me/replies?fields=id,replied_to')).body.data).toEqual([{ id: reply, replied_to: { id: root } }])
  expect((await request(listed[1].permalink)).status).toBe(200)
  const usage = (await get('/me/threads_publishing_limit?fields=quota_usage,reply_quota_usage')).body.data[0]
  expect(usage).toEqual({ quota_usage: 2, reply_quota_usage: 1 })
})

test.each([
  ['501 characters', { media_type: 'TEXT', text: 'a'.repeat(501) }, [400, 100, undefined]],
  ['126 emoji of four bytes', { media_type: 'TEXT', text: '🥐'.repeat(126) }, [400, 100, undefined]],
  ['no text', { media_type: 'TEXT' }, [400, 100, undefined]],
  ['no media type', { text: 'a' }, [400, 100, undefined]],
  [
    'a link on an image',
    { media_type: 'IMAGE', image_url: 'http://a.test/a.jpg', link_attachment: 'https://a.test/' },
    [400, 100, undefined],
  ],
  ['a reply to nothing', { media_type: 'TEXT', text: 'a', reply_to_id: '1' }, [400, 24, 4279009]],
  ['one child', { media_type: 'CAROUSEL', children: ['1'] }, [400, 100, undefined]],
  ['an image that is not there', { media_type: 'IMAGE', image_url: 'http://127.0.0.1:1/a.jpg' }, [400, 9004, 2207052]],
  ['an unknown parameter', { media_type: 'TEXT', text: 'a', colour: 'red' }, [400, 100, undefined]],
])('Threads refuses %s', async (_, parameters, expected) => {
  const { post } = await aClient({ network: 'threads' })
  expect(codes(await post('/threads', parameters))).toEqual(expected)
})

test('Threads: accepts 125 four-byte emoji, and reports a bad image in the status', async () => {
  const { post, get } = await aClient({ network: 'threads' })
  expect((await post('/threads', { media_type: 'TEXT', text: '🥐'.repeat(125) })).status).toBe(200)
  const host = await aMediaHost({ 'thin.png': { type: 'image/png', bytes: await anImage(1100, 100, 'png') } })
  const { id } = (await post('/threads', { media_type: 'IMAGE', image_url: `${host}/thin.png` })).body
  expect((await get(`/${id}?fields=status,error_message`)).body).toEqual({
    status: 'ERROR',
    error_message: 'INVALID_ASPEC_RATIO',
    id,
  })
  expect(codes(await post('/threads_publish', { creation_id: id }))).toEqual([400, 24, 4279009])
})
