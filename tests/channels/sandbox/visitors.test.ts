import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { apps } from '@/sandbox/oauth/apps'
import type { RunningSandbox, SandboxAccount } from '@/sandbox/server'
import { type Receiver, startReceiver } from '@/tests/support/servers/webhook-receiver'
import { aSandbox, control, json, type Reply, request, textPoster } from './support'

const networks = ['instagram', 'facebook'] as const
type Visited = { sandbox: RunningSandbox; product: Receiver; account: SandboxAccount; postId: string; page: string }

/** An account with a post, and a product that it delivers to. */
async function visited(network: (typeof networks)[number]): Promise<Visited> {
  const [sandbox, product] = [await aSandbox(), await startReceiver()]
  onTestFinished(() => product.stop())
  const account = sandbox.openAccount({ network })
  const { account_id } = account
  await control(sandbox, 'POST', '/inbox/webhook', { url: product.url })
  const fields = ['comments', 'feed', 'messages']
  await control(sandbox, 'POST', '/inbox/subscriptions', { network, account_id, fields })
  await textPoster(sandbox, account)('A post')
  const [post] = sandbox.posts()
  return { sandbox, product, account, postId: post!.id, page: post!.permalink }
}

/** Sends a form as a browser does. */
const send = ({ url }: { url: string }, path: string, fields: Record<string, string>, origin = url): Promise<Reply> =>
  request(url + path, { method: 'POST', headers: { origin }, body: new URLSearchParams(fields) })

const pathOf = ({ network, account_id }: SandboxAccount): string => `/feed/messages/${network}/${account_id}`
const attack = `<script>alert(1)</script>"'&`
const escaped = '&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;'

/** Ids and times differ between two deliveries of the same text. */
const withoutIds = (body: string): string =>
  body.replace(/"(id|comment_id|mid|time|timestamp|created_time)":[^,}]+/g, '')

test.each(networks)('%s: forms of the feed are delivered as the control API does', async (network) => {
  const { sandbox, product, account, postId, page } = await visited(network)
  const { account_id } = account
  const comment = { network, post_id: postId, name: 'Ann', text: attack }
  const sent = await send(sandbox, '/feed/comments', comment)
  expect(sent.status).toBe(303)
  const id = sent.headers.get('location')?.split('#comment-')[1] ?? ''
  await send(sandbox, '/feed/comments', { ...comment, parent_id: id })
  const message = await send(sandbox, pathOf(account), { name: 'Ann', text: attack })
  expect(message.headers.get('location')).toBe(`${pathOf(account)}?name=Ann#write`)

  const given = { network, account_id, person: 'Ann', text: attack }
  await control(sandbox, 'POST', '/inbox/comments', { ...given, post_id: postId })
  await control(sandbox, 'POST', '/inbox/comments', { ...given, post_id: postId, parent_id: id })
  await control(sandbox, 'POST', '/inbox/messages', given)
  await expect.poll(() => product.arrivals.length).toBe(6)
  const bodies = product.arrivals.map(({ path, headers, body }) => {
    const signature = createHmac('sha256', apps[network].secret).update(body).digest('hex')
    expect([path, headers['x-hub-signature-256']]).toEqual([`/api/webhooks/${network}-inbox`, `sha256=${signature}`])
    return withoutIds(body.toString())
  })
  const kinds = [...new Set(bodies)]
  expect(kinds).toHaveLength(3)
  for (const kind of kinds) expect(bodies.filter((body) => body === kind)).toHaveLength(2)

  for (const url of [page, `${sandbox.url}/feed`, `${sandbox.url}${pathOf(account)}?name=Ann`]) {
    const { text } = await request(url)
    expect(text).toContain(escaped)
    expect(text).not.toContain('<script')
  }
})

test('shows what the account wrote, hid and deleted', async () => {
  const { sandbox, account, postId, page } = await visited('facebook')
  const call = (path: string, body: object, method = 'POST') =>
    request(
      `${sandbox.url}/facebook/v25.0/${path}`,
      json(body, { authorization: `Bearer ${account.credentials.access_token}` }, method),
    )
  const comment = async (text: string): Promise<string> => {
    const sent = await send(sandbox, '/feed/comments', { network: 'facebook', post_id: postId, name: 'Ann', text })
    return sent.headers.get('location')?.split('#comment-')[1] ?? ''
  }
  const [answered, hidden, deleted] = [await comment('Open?'), await comment('Spam'), await comment('Insult')]
  await call(`${answered}/comments`, { message: 'From 8 to 12.' })
  await call(hidden, { is_hidden: true })
  await call(deleted, {}, 'DELETE')
  const post = (await request(page)).text
  const view = (id: string): string => post.split(`id="comment-${id}"`)[1]?.split('</div>')[0] ?? ''
  expect(post).toContain('From 8 to 12.')
  expect(view(hidden)).toMatch(/Hidden<.*Spam/s)
  expect(view(deleted)).toContain('Deleted<')
  expect(post).not.toContain('Insult')

  await send(sandbox, pathOf(account), { name: 'Ann', text: 'Hello' })
  await send(sandbox, pathOf(account), { name: 'Ben', text: 'Bye' })
  const { body } = await control(sandbox, 'GET', `/inbox/items?network=facebook&account_id=${account.account_id}`)
  const ann = body.items.find(({ text }: { text: string }) => text === 'Hello').person_id
  await call(`${account.account_id}/messages`, { recipient: { id: ann }, message: { text: 'Good morning' } })
  const conversation = (await request(`${sandbox.url}${pathOf(account)}?name=Ann`)).text
  expect(conversation).toMatch(/Hello.*Good morning/s)
  expect(conversation).not.toContain('Bye')
})

test('refuses forms of other sites, and what cannot be sent', async () => {
  const { sandbox, account, postId } = await visited('instagram')
  const comment = { network: 'instagram', post_id: postId, name: 'Ann', text: 'Hi' }
  for (const origin of ['https://evil.example', 'null', '', `${sandbox.url}.evil.example`])
    for (const path of ['/feed/comments', pathOf(account)])
      expect(
        (await send(sandbox, path, path === '/feed/comments' ? comment : { name: 'Ann', text: 'Hi' }, origin)).status,
      ).toBe(403)
  const refused = async (change: Record<string, string>): Promise<number> =>
    (await send(sandbox, '/feed/comments', { ...comment, ...change })).status
  expect(await refused({ name: ' ' })).toBe(400)
  expect(await refused({ text: 'x'.repeat(2_201) })).toBe(400)
  expect(await refused({ post_id: '1' })).toBe(404)
  expect(await refused({ parent_id: '1' })).toBe(404)
  expect((await send(sandbox, pathOf(account), { name: 'Ann', text: 'é'.repeat(501) })).status).toBe(400)
  expect((await send(sandbox, '/feed/messages/x/1', { name: 'Ann', text: 'Hi' })).status).toBe(404)
  const { body } = await control(sandbox, 'GET', `/inbox/items?network=instagram&account_id=${account.account_id}`)
  expect(body.items).toEqual([])
})
