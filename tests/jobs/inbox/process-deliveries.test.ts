import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { processDeliveries } from '@/lib/inbox/process/process-deliveries'
import { wakeSnoozed } from '@/lib/inbox/snooze'
import { aProject } from '@/tests/support/api/api'
import { receive, receiveAndProcess } from '@/tests/support/inbox/deliveries'
import { facebookComment, instagramComment, messaging, newNumber } from '@/tests/support/inbox/delivery-forms'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

const db = () => database()

/** A project with a connected account, in this file's database. */
async function anInbox(platform: 'instagram' | 'facebook', account = newNumber()) {
  const { projectId } = await aProject()
  await sql`insert into social_connections (id, project_id, channel, account_id)
    values (gen_random_uuid(), ${projectId}, ${platform}, ${account})`.execute(db())
  const messages = () =>
    db()
      .selectFrom('inbox_messages')
      .selectAll()
      .where('project_id', '=', projectId)
      .orderBy('sent_at')
      .orderBy('id')
      .execute()
  const conversations = () =>
    db().selectFrom('inbox_conversations').selectAll().where('project_id', '=', projectId).orderBy('id').execute()
  return { projectId, account, messages, conversations }
}

const withoutList = (body: ReturnType<typeof instagramComment>) => ({
  ...body,
  entry: body.entry.map(({ changes: [change], ...entry }) => ({ ...entry, ...change })),
})
const withCommentId = (body: ReturnType<typeof instagramComment>) =>
  JSON.parse(JSON.stringify(body).replace('"value":{"id":', '"value":{"comment_id":'))
const asChange = (body: ReturnType<typeof messaging>) => ({
  ...body,
  entry: body.entry.map(({ messaging: [value], ...entry }) => ({ ...entry, changes: [{ field: 'messages', value }] })),
})
const asStandby = (body: ReturnType<typeof messaging>) => ({
  ...body,
  entry: body.entry.map(({ messaging: standby, ...entry }) => ({ ...entry, standby })),
})
const them = { direction: 'them', send_status: null }
const image = { type: 'image', payload: { url: 'https://cdn.example/1.jpg' } }

const shapes: [string, 'instagram' | 'facebook', (account: string) => object, object | null, object?][] = [
  [
    'Instagram comment',
    'instagram',
    (account) => instagramComment({ account, id: '1' }),
    { ...them, kind: 'comment', external_id: '1', body: 'Nice', author_id: '7', author_name: 'user7' },
    { kind: 'comment', thread_id: '1', participant_name: 'user7', post_id: '90', unread_count: 1 },
  ],
  [
    'comment without a list of changes',
    'instagram',
    (account) => withoutList(instagramComment({ account, id: '2' })),
    { external_id: '2', body: 'Nice' },
  ],
  [
    'comment with comment_id',
    'instagram',
    (account) => withCommentId(instagramComment({ account, id: '3' })),
    { external_id: '3' },
  ],
  [
    'reply to a comment',
    'instagram',
    (account) => instagramComment({ account, id: '4', parent: '1' }),
    { external_id: '4', reply_to_id: '1' },
    { thread_id: '1' },
  ],
  ['own comment on an own post', 'instagram', (account) => instagramComment({ account, from: account }), null],
  [
    'own reply, written in the app',
    'instagram',
    (account) => instagramComment({ account, from: account, parent: '1' }),
    { direction: 'us', send_status: 'sent' },
    { unread_count: 0 },
  ],
  [
    'message',
    'instagram',
    (account) => messaging({ account }, { message: { mid: 'm1', text: 'Hi' } }),
    { ...them, kind: 'dm', external_id: 'm1', body: 'Hi' },
    { kind: 'dm', thread_id: '7', unread_count: 1 },
  ],
  [
    'message as a change',
    'instagram',
    (account) => asChange(messaging({ account }, { message: { mid: 'm2', text: 'Hi' } })),
    { external_id: 'm2' },
  ],
  [
    'message in standby',
    'facebook',
    (account) => asStandby(messaging({ account, platform: 'facebook' }, { message: { mid: 'm3', text: 'Hi' } })),
    { external_id: 'm3' },
  ],
  [
    'echo',
    'instagram',
    (account) => messaging({ account, toAccount: false }, { message: { mid: 'm4', text: 'Yes', is_echo: true } }),
    { direction: 'us', send_status: 'sent', author_id: expect.any(String) },
    { thread_id: '7', unread_count: 0 },
  ],
  [
    'attachments',
    'instagram',
    (account) => messaging({ account }, { message: { mid: 'm5', attachments: [image, { type: 'share' }, 7] } }),
    {
      body: '',
      attachments: [
        { type: 'image', url: 'https://cdn.example/1.jpg' },
        { type: 'share', url: null },
      ],
    },
    { last_message_preview: '[image]' },
  ],
  [
    'attachment with a script URL',
    'instagram',
    (account) =>
      messaging(
        { account },
        { message: { mid: 'm6', attachments: [{ type: 'image', payload: { url: 'javascript:alert(1)' } }] } },
      ),
    { attachments: [{ type: 'image', url: null }] },
  ],
  [
    'reply to a story',
    'instagram',
    (account) =>
      messaging(
        { account },
        { message: { mid: 'm7', text: 'Wow', reply_to: { story: { id: '9', url: 'https://cdn.example/s.mp4' } } } },
      ),
    { body: 'Wow', attachments: [{ type: 'story_reply', url: 'https://cdn.example/s.mp4' }] },
  ],
  [
    'reply to a message',
    'instagram',
    (account) => messaging({ account }, { message: { mid: 'm8', text: 'Ok', reply_to: { mid: 'm1' } } }),
    { reply_to_id: 'm1' },
  ],
  [
    'unsupported message',
    'instagram',
    (account) => messaging({ account }, { message: { mid: 'm9', is_unsupported: true } }),
    { attachments: [{ type: 'unsupported', url: null }] },
  ],
  [
    'postback',
    'facebook',
    (account) =>
      messaging({ account, platform: 'facebook' }, { postback: { mid: 'm10', title: 'Start', payload: 'GO' } }),
    { body: 'Start' },
  ],
  ['read receipt', 'instagram', (account) => messaging({ account }, { read: { mid: 'm1' } }), null],
  [
    'test event of Meta’s dashboard',
    'instagram',
    (account) => ({
      object: 'instagram',
      entry: [
        {
          id: account,
          time: 0,
          changes: [
            {
              field: 'messages',
              value: {
                sender: { id: '12334' },
                recipient: { id: '23245' },
                timestamp: '1527459824',
                message: { mid: 'test_message_id', text: 'test' },
              },
            },
          ],
        },
      ],
    }),
    { body: 'test' },
  ],
  [
    'Facebook comment',
    'facebook',
    (account) => facebookComment({ account, id: '5_1' }),
    { ...them, kind: 'comment', external_id: '5_1', author_name: 'User 7', reply_to_id: null },
    { thread_id: '5_1', permalink: 'https://www.facebook.com/p/5' },
  ],
  [
    'Facebook reply',
    'facebook',
    (account) => facebookComment({ account, id: '5_2', parent: '5_1' }),
    { reply_to_id: '5_1' },
    { thread_id: '5_1' },
  ],
  [
    'Facebook like',
    'facebook',
    (account) => JSON.parse(JSON.stringify(facebookComment({ account })).replace('"item":"comment"', '"item":"like"')),
    null,
  ],
  [
    'Facebook comment by someone unknown',
    'facebook',
    (account) =>
      JSON.parse(
        JSON.stringify(facebookComment({ account, id: '5_3' })).replace(
          '"from":{"id":"7","name":"User 7"}',
          '"from":null',
        ),
      ),
    { external_id: '5_3', author_id: null },
    { participant_id: null },
  ],
  [
    'text that Postgres cannot store',
    'instagram',
    (account) =>
      JSON.parse(
        `{"object":"instagram","entry":[{"id":"${account}","messaging":[{"sender":{"id":"7"},"recipient":{"id":"${account}"},"timestamp":1,"message":{"mid":"m11","text":"a\\u0000b\\ud800"}}]}]}`,
      ),
    { body: 'ab\uFFFD', attachments: [] },
  ],
]

test.each(shapes)('%s', async (_, platform, bodyFor, message, conversation) => {
  const inbox = await anInbox(platform)
  await receiveAndProcess(platform, bodyFor(inbox.account))
  const [stored, threads] = [await inbox.messages(), await inbox.conversations()]
  expect(stored).toHaveLength(message ? 1 : 0)
  expect(threads).toHaveLength(message ? 1 : 0)
  if (message) expect(stored[0]).toMatchObject(message)
  if (conversation) expect(threads[0]).toMatchObject(conversation)
})

test('a delivery with many changes stores the readable ones, in order', async () => {
  const { account, messages } = await anInbox('instagram')
  const events = Array.from({ length: 998 }, (_, i) => ({
    sender: { id: String(i % 10) },
    recipient: { id: account },
    timestamp: Date.now() - 10_000 + i,
    message: { mid: `many-${i}`, text: String(i) },
  }))
  const odd = [
    null,
    7,
    { sender: 'x' },
    { sender: { id: '1' }, recipient: { id: account }, message: { text: 'no id' } },
  ]
  await receiveAndProcess('instagram', {
    object: 'instagram',
    entry: [{ id: account, messaging: [...odd, ...events] }],
  })
  expect((await messages()).map(({ body }) => body)).toEqual(events.map((_, i) => String(i)))
})

/** What happens to one comment, told in any order. */
const history = (account: string) => {
  const now = Math.floor(Date.now() / 1_000) - 100
  return [
    facebookComment({ account, id: '5_9', text: 'Nise' }, 'add', now),
    facebookComment({ account, id: '5_9', text: 'Nice' }, 'edited', now + 1),
    facebookComment({ account, id: '5_9', text: 'Nice!' }, 'edited', now + 2),
    facebookComment({ account, id: '5_10', parent: '5_9', text: 'Same' }, 'add', now + 3),
    facebookComment({ account, id: '5_10', parent: '5_9' }, 'remove', now + 4),
  ]
}

function orders<T>(items: T[]): T[][] {
  if (items.length < 2) return [items]
  return items.flatMap((item, at) => orders(items.toSpliced(at, 1)).map((rest) => [item, ...rest]))
}

test('edits and removals end in the same state in all 120 orders, delivered twice', async () => {
  const inboxes = await Promise.all(
    orders([0, 1, 2, 3, 4]).map(async (order) => {
      const inbox = await anInbox('facebook')
      const all = history(inbox.account)
      const bodies = order.flatMap((at) => all[at] ?? [])
      return { ...inbox, order, deliveries: [...bodies, ...bodies] }
    }),
  )
  for (let step = 0; step < 10; step++) {
    await Promise.all(inboxes.map(({ deliveries }) => receive('facebook', deliveries[step] ?? {})))
    await processDeliveries(db())
  }
  for (const { order, messages, conversations } of inboxes) {
    const told = (await messages()).map(({ body, deleted_at }) => [body, deleted_at !== null])
    expect([order, told], String(order)).toEqual([
      order,
      [
        ['Nice!', false],
        ['', true],
      ],
    ])
    expect(await conversations()).toMatchObject([{ thread_id: '5_9', participant_name: 'User 7', unread_count: 1 }])
  }
})

test('reactions, taken back or not, and the removal of a message', async () => {
  const { account, messages } = await anInbox('instagram')
  const react = (from: string, action: string) =>
    messaging({ account, from }, { reaction: { mid: 'm1', action, reaction: 'love', emoji: '❤' } })
  await receiveAndProcess(
    'instagram',
    react('7', 'react'),
    messaging({ account }, { message: { mid: 'm1', text: 'Hi' } }),
  )
  expect(await messages()).toMatchObject([{ reactions: { 7: '❤' } }])
  await receiveAndProcess('instagram', react('7', 'unreact'))
  expect(await messages()).toMatchObject([{ reactions: {}, body: 'Hi' }])
  await receiveAndProcess('instagram', messaging({ account }, { message: { mid: 'm1', is_deleted: true } }))
  expect(await messages()).toMatchObject([{ body: '', deleted_at: expect.any(Date) }])
})

test('two projects with one account get their own conversations, and a disconnected one gets none', async () => {
  const [one, other, gone] = [await anInbox('instagram'), await anInbox('instagram'), await anInbox('instagram')]
  await sql`update social_connections set account_id = ${one.account} where project_id in (${other.projectId}, ${gone.projectId})`.execute(
    db(),
  )
  await sql`update social_connections set disconnected_at = now(), status = 'disconnected' where project_id = ${gone.projectId}`.execute(
    db(),
  )
  await receiveAndProcess('instagram', instagramComment({ account: one.account, id: '11' }))
  expect([(await one.messages()).length, (await other.messages()).length, (await gone.messages()).length]).toEqual([
    1, 1, 0,
  ])
  expect((await one.conversations())[0]?.id).not.toBe((await other.conversations())[0]?.id)
})

test('a new message opens resolved and snoozed conversations, not spam, and each has one event', async () => {
  const { projectId, account, conversations } = await anInbox('instagram')
  const people = ['1', '2', '3']
  const write = (from: string, mid: string) =>
    messaging({ account, from }, { message: { mid: `${mid}-${from}`, text: mid } })
  await receiveAndProcess('instagram', ...people.map((from) => write(from, 'first')))
  const until = new Date(Date.now() + 60_000)
  for (const [person, status] of [
    ['1', 'resolved'],
    ['2', 'snoozed'],
    ['3', 'spam'],
  ] as const)
    await sql`update inbox_conversations set status = ${status}, snoozed_until = ${status === 'snoozed' ? until : null}
      where project_id = ${projectId} and thread_id = ${person}`.execute(db())
  await receiveAndProcess('instagram', ...people.map((from) => write(from, 'again')))
  expect((await conversations()).map(({ status, snoozed_until }) => [status, snoozed_until])).toEqual([
    ['open', null],
    ['open', null],
    ['spam', null],
  ])
  const events = await db()
    .selectFrom('events')
    .select(['event', 'data'])
    .where('project_id', '=', projectId)
    .orderBy('id')
    .execute()
  expect(events.map(({ event, data }) => [event, (data as { message: { body: string } }).message.body])).toEqual(
    ['first', 'first', 'first', 'again', 'again', 'again'].map((body) => ['inbox.message_received', body]),
  )
})

test('a snooze ends on time', async () => {
  const { account, conversations } = await anInbox('instagram')
  await receiveAndProcess('instagram', instagramComment({ account, id: '21' }), instagramComment({ account, id: '22' }))
  const [due, later] = await conversations()
  for (const [row, at] of [
    [due, new Date(Date.now() - 1)],
    [later, new Date(Date.now() + 60_000)],
  ] as const)
    await sql`update inbox_conversations set status = 'snoozed', snoozed_until = ${at} where id = ${row?.id}`.execute(
      db(),
    )
  await wakeSnoozed(db())
  expect((await conversations()).map(({ status }) => status)).toEqual(['open', 'snoozed'])
})
