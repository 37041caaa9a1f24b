import { createHmac } from 'node:crypto'
import { describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { getConversation, listConversations } from '@/lib/inbox/contract'
import {
  receiveFacebookInbox,
  receiveInstagramInbox,
  verifyFacebookInbox,
  verifyInstagramInbox,
} from '@/lib/inbox/receive/contract'
import { apps, verifyToken } from '@/sandbox/oauth/apps'
import { aProject } from '@/tests/support/api/api'
import { deliver, processReceived } from '@/tests/support/inbox/deliveries'
import {
  facebookComment,
  instagramComment,
  messaging,
  newNumber,
  signatureOf,
} from '@/tests/support/inbox/delivery-forms'

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

const platforms = ['instagram', 'facebook'] as const
type Platform = (typeof platforms)[number]
const objects = { instagram: 'instagram', facebook: 'page' }

describe.each(platforms)('%s: hostile deliveries', (platform) => {
  const other = platforms.find((one) => one !== platform) ?? platform
  const { secret } = apps[platform]
  const withEntries = (entries: string): string => `{"object":"${objects[platform]}","entry":${entries}}`

  test.each<[string, number, string | Buffer, (string | null)?]>([
    ['no signature', 401, '{}', null],
    ['an empty signature', 401, '{}', 'sha256='],
    ['a signature of another body', 401, '{}', signatureOf('{"a":1}', platform)],
    ['the secret of the other app', 401, '{}', signatureOf('{}', other)],
    ['SHA-1', 401, '{}', `sha1=${createHmac('sha1', secret).update('{}').digest('hex')}`],
    ['no body', 400, ''],
    ['no JSON', 400, 'nonsense'],
    ['JSON that is cut', 400, withEntries('[').slice(0, -1)],
    ['bytes that are not UTF-8', 400, Buffer.from([0x22, 0xff, 0x22])],
    ['10 MB', 413, Buffer.alloc(10_000_000, 0x20)],
    ['deep nesting', 400, withEntries('['.repeat(500_000) + ']'.repeat(500_000))],
    ['null', 200, 'null'],
    ['a list', 200, '[]'],
    ['an unknown object', 200, '{"object":"user","entry":[{"id":"1"}]}'],
    ['entries that are no list', 200, withEntries('{"id":"1"}')],
    ['entries of wrong types', 200, withEntries('[null,1,"x",[],{"id":{}},{"id":null}]')],
    ['members of the prototype', 200, '{"object":"__proto__","entry":[{"id":"constructor"}]}'],
  ])('%s: %i', async (_, status, body, signature) => {
    expect((await deliver(platform, body, signature === undefined ? {} : { signature })).status).toBe(status)
  })

  test('wrong types inside an entry of a connected account are accepted and ignored', async () => {
    const { account, api } = await connected(platform)
    const values = [null, 1, 'x', [], {}, { id: [] }, { from: 7, text: {} }, { __proto__: null, message: { mid: {} } }]
    const entry = values.flatMap((value) => [
      { id: account, changes: value },
      {
        id: account,
        changes: [value, ...['comments', 'feed', 'messages', value].map((field) => ({ field, value }))],
      },
      { id: account, messaging: [value, { sender: value }], standby: value, field: value },
    ])
    expect((await deliver(platform, { object: objects[platform], entry })).body).toEqual({ status: 'accepted' })
    const event = { message: { mid: '1', text: 1, attachments: {}, reply_to: 7 }, reaction: [], message_edit: 1 }
    expect((await deliver(platform, messaging({ account, platform }, event))).body).toEqual({ status: 'accepted' })
    await processReceived()
    expect((await api.get(listConversations)).conversations).toEqual([])
  })

  test('script in every text is kept as text, and never as a link', async () => {
    const { account, api } = await connected(platform)
    const script = `<script>alert(1)</script><img src=x onerror=alert(1)>{{7*7}}'"`
    const comment = platform === 'instagram' ? instagramComment : facebookComment
    const texts = { id: script, post: `${script}2`, text: script, from: script }
    await deliver(platform, comment({ account, ...texts }))
    const attachments = ['javascript:alert(1)', 'data:text/html,x', script].map((url) => ({
      type: script,
      payload: { url },
    }))
    const message = { mid: `${script}3`, text: script, attachments, reply_to: { mid: script, story: { url: script } } }
    await deliver(platform, messaging({ account, platform, from: script }, { message }))
    await processReceived()
    const { conversations } = await api.get(listConversations)
    expect(conversations.map(({ kind }) => kind).sort()).toEqual(['comment', 'dm'])
    for (const { id } of conversations) {
      const { conversation, messages } = await api.get(getConversation, { id })
      expect(conversation).toMatchObject({ participant_id: script, last_message_preview: script })
      expect(messages).toMatchObject([{ body: script }])
      for (const { url } of messages[0]?.attachments ?? []) expect(url).toBeNull()
    }
  })
})

async function connected(platform: Platform) {
  const project = await aProject()
  const [account] = await project.connect(platform)
  return { account: account?.account_id ?? '', api: project.api }
}
