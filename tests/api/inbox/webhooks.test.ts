import { createHmac } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import {
  receiveFacebookInbox,
  receiveInstagramInbox,
  verifyFacebookInbox,
  verifyInstagramInbox,
} from '@/lib/inbox/receive/contract'
import { apps, verifyToken } from '@/sandbox/oauth/apps'
import { aProject } from '@/tests/support/api/api'
import { deliver } from '@/tests/support/inbox/deliveries'
import { instagramComment, messaging, newNumber, signatureOf } from '@/tests/support/inbox/delivery-forms'

const handshake = (path: string, query: Record<string, string>): Promise<Response> =>
  fetch(new URL(`${path}?${new URLSearchParams(query)}`, inject('productUrl')))
const asked = { 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': verifyToken }

test.each([verifyInstagramInbox, verifyFacebookInbox])(
  '$path answers the handshake with the challenge',
  async ({ path }) => {
    const response = await handshake(path, asked)
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'text/plain; charset=utf-8',
      '1158201444',
    ])
    expect((await handshake(path, { ...asked, 'hub.verify_token': 'wrong' })).status).toBe(403)
    expect((await handshake(path, { ...asked, 'hub.mode': 'unsubscribe' })).status).toBe(403)
    expect((await handshake(path, {})).status).toBe(400)
  },
)

test('other providers have no webhook', async () => {
  for (const path of ['/api/webhooks/x-inbox', '/api/webhooks/threads-inbox', '/api/webhooks/instagram']) {
    expect((await deliver('instagram', {}, { path })).status).toBe(404)
    expect((await handshake(path, asked)).status).toBe(404)
  }
})

/** Rows stored for deliveries that contain this text. */
const storedWith = async (text: string): Promise<number> =>
  (await database().selectFrom('inbox_deliveries').select('body').execute()).filter(({ body }) => body?.includes(text))
    .length

test('each network has its own address', () => {
  expect([receiveInstagramInbox.path, receiveFacebookInbox.path]).toEqual([
    '/api/webhooks/instagram-inbox',
    '/api/webhooks/facebook-inbox',
  ])
})

test('stores a signed delivery once, byte for byte', async () => {
  const { connect } = await aProject()
  const [account] = await connect('instagram')
  const mark = newNumber()
  const body = JSON.stringify(
    instagramComment({ account: account?.account_id ?? '', id: mark, text: 'café 😀' }),
  ).replace(/[\u0080-\uffff]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)
  expect(body).toContain('caf\\u00e9 \\ud83d\\ude00')
  const unescaped = JSON.stringify(JSON.parse(body))
  expect(await deliver('instagram', body, { signature: signatureOf(unescaped, 'instagram') })).toMatchObject({
    status: 401,
  })
  expect(await deliver('instagram', body)).toEqual({ status: 200, body: { status: 'accepted' } })
  expect(await deliver('instagram', body)).toEqual({ status: 200, body: { status: 'duplicate' } })
})

test('an account that nobody has connected is unknown, and nothing is stored', async () => {
  const account = newNumber()
  const body = instagramComment({ account })
  expect(await deliver('instagram', body)).toEqual({ status: 200, body: { status: 'unknown_account' } })
  expect(await storedWith(account)).toBe(0)
})

test.each<[string, string | Buffer, { signature?: string | null; platform?: 'facebook' }, number]>([
  ['no signature', '{}', { signature: null }, 401],
  ['an empty signature', '{}', { signature: 'sha256=' }, 401],
  ['a signature of another body', '{}', { signature: signatureOf('{"a":1}', 'instagram') }, 401],
  ['the secret of the other app', '{}', { signature: signatureOf('{}', 'facebook') }, 401],
  ['SHA-1', '{}', { signature: `sha1=${createHmac('sha1', apps.instagram.secret).update('{}').digest('hex')}` }, 401],
  ['no body', '', {}, 400],
  ['no JSON', 'nonsense', {}, 400],
  ['JSON that is cut', '{"object":"instagram","entry":[', {}, 400],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), {}, 400],
  ['10 MB', Buffer.alloc(10_000_000, 0x20), {}, 413],
  ['deep nesting', `{"object":"instagram","entry":${'['.repeat(500_000)}${']'.repeat(500_000)}}`, {}, 400],
  ['null', 'null', {}, 200],
  ['a list', '[]', {}, 200],
  ['an unknown object', '{"object":"user","entry":[{"id":"1"}]}', {}, 200],
  ['entries that are no list', '{"object":"instagram","entry":{"id":"1"}}', {}, 200],
  ['entries of wrong types', '{"object":"instagram","entry":[null,1,"x",[],{"id":{}},{"id":null}]}', {}, 200],
  ['members of the prototype', '{"object":"__proto__","entry":[{"id":"constructor"}]}', {}, 200],
])('%s', async (_, body, options, status) => {
  expect((await deliver(options.platform ?? 'instagram', body, options)).status).toBe(status)
})

test('wrong types inside an entry of a connected account are accepted and ignored', async () => {
  const { connect } = await aProject()
  const [account] = await connect('instagram')
  const id = account?.account_id ?? ''
  const values = [null, 1, 'x', [], {}, { id: [] }, { from: 7, text: {} }, { __proto__: null, message: { mid: {} } }]
  const entry = values.flatMap((value) => [
    { id, changes: value },
    { id, changes: [value, { field: 'comments', value }, { field: 'messages', value }, { field: value, value: 1 }] },
    { id, messaging: [value, { sender: value }], standby: value, field: value },
  ])
  expect((await deliver('instagram', { object: 'instagram', entry })).body).toEqual({ status: 'accepted' })
  const event = { message: { mid: '1', text: 1, attachments: {}, reply_to: 7 }, reaction: [], message_edit: 1 }
  expect((await deliver('instagram', messaging({ account: id }, event))).body).toEqual({ status: 'accepted' })
})
