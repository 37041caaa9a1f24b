import { createHmac, randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { aDueStory, postsOf, rowOf } from '@/tests/support/publishing/publishing'
import { startServer } from '@/tests/support/servers/product'

const signingKey = (): string => inject('productEnv').INNGEST_SIGNING_KEY ?? ''

/** Sorts members by name: Inngest signs this canonical form of the body. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, member: unknown) =>
    member && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  )

/** Inngest's documented scheme: hex HMAC-SHA256 of body and Unix time, with the key without its prefix. */
function sign(body: string, key = signingKey(), at = Math.floor(Date.now() / 1000)): string {
  const secret = key.replace(/^signkey-\w+-/, '')
  return `t=${at}&s=${createHmac('sha256', secret).update(body).update(String(at)).digest('hex')}`
}

/** Inngest's request to run publish-item for this row. */
function callFor(queueItemId: string): string {
  const event = {
    id: randomUUID(),
    name: 'queue/item.due',
    ts: Date.now(),
    data: { queue_item_id: queueItemId, connection: 'c' },
  }
  const ctx = { attempt: 0, disable_immediate_execution: false, env: 'test', fn_id: randomUUID() }
  const run = { qi_id: 'qi', run_id: randomUUID(), stack: { current: 0, stack: [] }, use_api: false }
  return canonical({ ctx: { ...ctx, ...run }, event, events: [event], steps: {}, use_api: false, version: 1 })
}

const post = (body: string, signature: string | null) =>
  fetch(new URL('/api/inngest?fnId=storycast-publish-item&stepId=step', inject('productUrl')), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-inngest-req-version': '1',
      ...(signature === null ? {} : { 'x-inngest-signature': signature }),
    },
    body,
  })

const tenMinutesAgo = () => Math.floor(Date.now() / 1000) - 600
const otherKey = `signkey-test-${'0'.repeat(64)}`

test.each([
  ['without a signature', () => null],
  ['signed with another key', (body: string) => sign(body, otherKey)],
  ['with the signature of another body', () => sign('{}')],
  ['signed ten minutes ago', (body: string) => sign(body, signingKey(), tenMinutesAgo())],
  ['with a malformed signature', () => 'nonsense'],
] as const)('refuses a call %s, and posts nothing', async (_, signatureOf) => {
  const { account, itemId } = await aDueStory(['x'])
  const body = callFor(itemId)
  const answer = await post(body, signatureOf(body))
  expect(answer.status).toBeGreaterThanOrEqual(400)
  expect(await answer.text()).not.toContain(signingKey().slice(-20))
  expect(await rowOf(itemId)).toMatchObject({ status: 'approved', claims: 0 })
  expect(await postsOf(account)).toEqual([])
})

test('a correctly signed call runs publish-item: the row is posted once', async () => {
  const { account, itemId } = await aDueStory(['x'])
  const body = callFor(itemId)
  const answer = await post(body, sign(body))
  expect([206, 200]).toContain(answer.status)
  expect(await answer.text()).toContain('posted')
  expect((await rowOf(itemId)).status).toBe('posted')
  // The same call again, as after a lost response.
  expect(await (await post(body, sign(body))).text()).toContain('not_due')
  expect(await postsOf(account)).toHaveLength(1)
})

test('the endpoint shows clients neither keys nor functions', async () => {
  const answer = await fetch(new URL('/api/inngest', inject('productUrl')))
  const text = await answer.text()
  expect(text).not.toContain(signingKey().slice(-20))
  expect(text).not.toContain('publish-item')
})

test('an unsupported method gets the API’s error format', async () => {
  for (const method of ['DELETE', 'PATCH']) {
    const answer = await fetch(new URL('/api/inngest', inject('productUrl')), { method })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, OPTIONS'])
    expect(answer.headers.get('x-request-id')).toBeTruthy()
    expect(await answer.json()).toMatchObject({ error: { code: 'method_not_allowed' } })
  }
})

test('without Inngest the endpoint is a 404 that says how to set it up', async () => {
  const server = await startServer({ ...inject('productEnv'), INNGEST_SIGNING_KEY: '', INNGEST_EVENT_KEY: '' })
  try {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const answer = await fetch(new URL('/api/inngest', server.url), { method })
      expect([method, answer.status, answer.headers.get('x-request-id')]).toEqual([method, 404, expect.any(String)])
      const { error } = (await answer.json()) as { error: { code: string; message: string } }
      expect(error).toEqual({ code: 'not_found', message: expect.stringContaining('INNGEST_SIGNING_KEY') })
    }
  } finally {
    await server.stop()
  }
})
