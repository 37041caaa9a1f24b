import { expect, test } from 'vitest'
import { aSandbox, control, everyNetwork, request, textPoster, x } from './support'

const attack = '<script>alert(1)</script><img src=x onerror=alert(2)>"\'&'
const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&lt;img src=x onerror=alert(2)&gt;&quot;&#39;&amp;'

test('escapes the text of posts and accounts', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'facebook', name: attack })
  await textPoster(sandbox, account)(attack)
  for (const url of [`${sandbox.url}/`, `${sandbox.url}/feed?network=facebook`, sandbox.posts()[0]!.permalink]) {
    const { status, text, headers } = await request(url)
    expect(status).toBe(200)
    expect(text.split(escaped).length).toBeGreaterThanOrEqual(3)
    expect(text).not.toMatch(/<script|<img src=x/)
    const policy = headers.get('content-security-policy')
    expect(policy).toMatch(/default-src 'none'/)
    expect(policy).not.toMatch(/script-src|unsafe/)
  }
})

test('every permalink shows and marks its post', async () => {
  const sandbox = await aSandbox()
  for (const network of everyNetwork) await textPoster(sandbox, sandbox.openAccount({ network }))(`From ${network}`)
  const posts = sandbox.posts()
  expect(posts).toHaveLength(7)
  for (const { permalink } of posts) {
    const { status, text } = await request(permalink)
    expect([status, text.match(/class="post here"/g)?.length]).toEqual([200, 1])
    expect(text).toContain('Sandbox: nothing here is published to a real network.')
  }
  const linkedIn = posts.find(({ network }) => network === 'linkedin')!
  const encoded = `${sandbox.url}/feed/linkedin/feed/update/${encodeURIComponent(linkedIn.id)}`
  expect((await request(encoded)).status).toBe(200)
  expect((await request(`${sandbox.url}/feed/x/unknown/status/1`)).status).toBe(404)
})

test('50 conversations per page, replies below their post, and filters', async () => {
  const sandbox = await aSandbox()
  const account = sandbox.openAccount({ network: 'facebook' })
  for (let i = 0; i < 51; i++) await textPoster(sandbox, account)(`post number ${i}.`)
  const xAccount = sandbox.openAccount({ network: 'x' })
  const root = await x(sandbox, xAccount, 'POST', '/2/tweets', { text: 'the root' })
  await x(sandbox, xAccount, 'POST', '/2/tweets', {
    text: 'the reply',
    reply: { in_reply_to_tweet_id: root.body.data.id },
  })
  const cards = async (query: string) => {
    const { text } = await request(`${sandbox.url}/feed${query}`)
    return { count: text.match(/<article/g)?.length ?? 0, text }
  }
  const first = await cards('')
  expect([first.count, first.text.indexOf('the root') < first.text.indexOf('the reply')]).toEqual([50, true])
  expect((await cards('?page=2')).count).toBe(2)
  expect((await cards('?network=facebook&page=2')).text).toContain('post number 0.')
  expect((await cards('?network=x')).count).toBe(1)
  expect((await cards(`?network=x&account=${account.account_id}`)).count).toBe(0)
})

test('a new post is listed after the visibility lag, but readable by id at once', async () => {
  const clock = { ms: Date.now() }
  const sandbox = await aSandbox({ clock })
  await control(sandbox, 'POST', '/settings', { visibility_lag_ms: 60_000 })
  const account = sandbox.openAccount({ network: 'facebook' })
  const { id } = (await textPoster(sandbox, account)('Soon')).body
  const headers = { authorization: `Bearer ${account.credentials.access_token}` }
  const read = async (path: string) => (await request(`${sandbox.url}/facebook/v25.0/${path}`, { headers })).body
  expect((await read(`${account.account_id}/published_posts`)).data).toEqual([])
  expect((await read(id)).id).toBe(id)
  expect(sandbox.posts()).toHaveLength(1)
  clock.ms += 60_000
  expect((await read(`${account.account_id}/published_posts`)).data).toMatchObject([{ id }])
})
