import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { listConnections } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { getConversation, replyToConversation } from '@/lib/inbox/contract'
import { settleReplies } from '@/lib/inbox/send/settle-replies'
import { control } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { deliver, processReceived } from '@/tests/support/inbox/deliveries'
import { messaging } from '@/tests/support/inbox/delivery-forms'
import { aThread, repliesOf, type Thread } from '@/tests/support/inbox/threads'

const fault = ({ account: { network, account_id } }: Thread, call: string, kind: string): Promise<unknown> =>
  control('POST', '/control/faults', { network, account_id, call, fault: kind, times: 1 })

/** Looks at the network as if the waiting time were over. */
async function look({ project }: Thread): Promise<void> {
  await sql`update inbox_messages set next_look_at = now() where project_id = ${project.projectId} and next_look_at is not null`.execute(
    database(),
  )
  await settleReplies(database())
}
const lastOf = async ({ project, id }: Thread) => (await project.api.get(getConversation, { id })).messages.at(-1)

test('answers a comment once, also if the same request is repeated', async () => {
  const thread = await aThread('comment')
  const { api } = thread.project
  const input = { id: thread.id, body: 'Thank you' }
  const ofLast = { last_message_direction: 'them', last_message_user_id: null }
  expect((await api.get(getConversation, { id: thread.id })).conversation).toMatchObject(ofLast)
  const first = await api.post(replyToConversation, input, { 'idempotency-key': thread.id })
  expect(first.conversation).toMatchObject({
    ...{ last_message_direction: 'us', last_message_user_id: thread.project.userId },
    last_message_preview: 'Thank you',
  })
  expect(first.message).toMatchObject({
    direction: 'us',
    send_status: 'sent',
    error: null,
    reply_to_id: thread.item.id,
  })
  expect(await api.post(replyToConversation, input, { 'idempotency-key': thread.id })).toEqual(first)
  const [reply, ...more] = await repliesOf(thread)
  expect([reply?.id, reply?.parent_id, reply?.text, more]).toEqual([
    first.message.external_id,
    thread.item.id,
    'Thank you',
    [],
  ])
})

test('the copy that a webhook brings is the same message, before and after the response', async () => {
  const thread = await aThread('dm')
  const { message } = await thread.project.api.post(replyToConversation, { id: thread.id, body: 'Yes' })
  const { account_id: account } = thread.account
  const echo = { message: { mid: message.external_id, text: 'Yes', is_echo: true } }
  await deliver('instagram', messaging({ account, from: thread.item.person_id, toAccount: false }, echo))
  await processReceived()
  const { messages } = await thread.project.api.get(getConversation, { id: thread.id })
  expect(messages.map(({ body, send_status }) => [body, send_status])).toEqual([
    ['Hi', null],
    ['Yes', 'sent'],
  ])
})

test.each(['reset_after', 'error_after', 'rubbish'])(
  '%s: a reply that arrived is found, and not sent again',
  async (kind) => {
    for (const [type, call] of [
      ['comment', 'reply'],
      ['dm', 'message'],
    ] as const) {
      const thread = await aThread(type)
      await fault(thread, call, kind)
      const { message } = await thread.project.api.post(replyToConversation, { id: thread.id, body: 'Here' })
      expect(message).toMatchObject({ send_status: null, external_id: null })
      await look(thread)
      const [sent, ...more] = await repliesOf(thread)
      expect([sent?.text, more]).toEqual(['Here', []])
      expect(await lastOf(thread)).toMatchObject({ id: message.id, send_status: 'sent', external_id: sent?.id })
    }
  },
)

test('the webhook of a reply in doubt settles it', async () => {
  const thread = await aThread('dm')
  await fault(thread, 'message', 'reset_after')
  const { message } = await thread.project.api.post(replyToConversation, { id: thread.id, body: 'Here' })
  const [sent] = await repliesOf(thread)
  const echo = { message: { mid: sent?.id, text: 'Here', is_echo: true } }
  await deliver(
    'instagram',
    messaging({ account: thread.account.account_id, from: thread.item.person_id, toAccount: false }, echo),
  )
  await processReceived()
  expect(await lastOf(thread)).toMatchObject({ id: message.id, send_status: 'sent', external_id: sent?.id })
})

test('a reply that did not arrive fails after two looks, and nothing is sent', async () => {
  const thread = await aThread('comment')
  await fault(thread, 'reply', 'reset_before')
  await thread.project.api.post(replyToConversation, { id: thread.id, body: 'Lost' })
  await look(thread)
  expect(await lastOf(thread)).toMatchObject({ send_status: null })
  await look(thread)
  expect(await lastOf(thread)).toMatchObject({ send_status: 'failed', error: { code: 'not_sent' } })
  expect(await repliesOf(thread)).toEqual([])
})

test('if the network cannot be asked, the reply ends as outcome_unknown, with an event', async () => {
  const thread = await aThread('comment')
  await fault(thread, 'reply', 'reset_after')
  await thread.project.api.post(replyToConversation, { id: thread.id, body: 'Maybe' })
  const { network, account_id } = thread.account
  await control('POST', '/control/faults', { network, account_id, call: 'comments', fault: 'refuse' })
  for (let tries = 0; tries < 6; tries++) await look(thread)
  expect(await lastOf(thread)).toMatchObject({ send_status: 'failed', error: { code: 'outcome_unknown' } })
  expect(await repliesOf(thread)).toHaveLength(1)
  const { rows } =
    await sql`select 1 from events where project_id = ${thread.project.projectId} and event = 'inbox.message_failed'`.execute(
      database(),
    )
  expect(rows).toHaveLength(1)
})

test.each([
  ['instagram', 1, 'token', null],
  ['instagram', 25, 'token', /signed-in member/],
  ['instagram', 25, 'session', 'HUMAN_AGENT'],
  ['facebook', 25, 'session', 'HUMAN_AGENT'],
  ['facebook', 24 * 7 + 1, 'session', /for 7 days/],
] as const)('%s, %i hours after the last message, by %s: %s', async (platform, hours, by, expected) => {
  const thread = await aThread('dm', { platform, hours })
  const api = by === 'token' ? thread.project.api : await signedIn(thread.project.userId)
  const input = { id: thread.id, body: 'Sorry for the wait' }
  const { reply_window } = await api.get(getConversation, { id: thread.id })
  expect(reply_window.is_open).toBe(!(expected instanceof RegExp))
  if (expected instanceof RegExp) {
    const refused = await api.refused(replyToConversation, input)
    expect(refused).toMatchObject({
      status: 502,
      error: { code: 'provider_error', message: expect.stringMatching(expected) },
    })
    expect(await lastOf(thread)).toMatchObject({ send_status: 'failed', error: { code: 'window_closed' } })
    expect(await repliesOf(thread)).toEqual([])
  } else {
    await api.post(replyToConversation, input)
    expect(await repliesOf(thread)).toMatchObject([{ tag: expected }])
  }
})

test('what the network refuses is kept as failed', async () => {
  const gone = await aThread('comment')
  await control('POST', `/control/inbox/items/${gone.item.id}`, { is_deleted: true })
  const refused = await gone.project.api.refused(replyToConversation, { id: gone.id, body: 'Hello?' })
  expect(refused).toMatchObject({ status: 502, error: { code: 'provider_error', provider_code: '100/33' } })
  expect(await lastOf(gone)).toMatchObject({ send_status: 'failed', error: { code: '100/33' } })
})

test('a token that the network has revoked: the reply fails, and the connection is revoked', async () => {
  const thread = await aThread('comment')
  const { network, account_id } = thread.account
  await control('POST', `/control/accounts/${network}/${account_id}/revoke-token`)
  const refused = await thread.project.api.refused(replyToConversation, { id: thread.id, body: 'Hello?' })
  expect(refused).toMatchObject({
    status: 502,
    error: { code: 'provider_error', message: expect.stringMatching(/Reconnect the account/) },
  })
  expect(await lastOf(thread)).toMatchObject({ send_status: 'failed' })
  const { connections } = await thread.project.api.get(listConnections)
  expect(connections).toMatchObject([{ channel: network, status: 'revoked', connected: false }])
  const { rows } =
    await sql`select 1 from events where project_id = ${thread.project.projectId} and event = 'connection.broken'`.execute(
      database(),
    )
  expect(rows).toHaveLength(1)
})

test('409 when the account is not connected any more; nothing is stored', async () => {
  const thread = await aThread('comment')
  await sql`update social_connections set disconnected_at = now(), status = 'disconnected' where project_id = ${thread.project.projectId}`.execute(
    database(),
  )
  const { status } = await thread.project.api.refused(replyToConversation, { id: thread.id, body: 'Hello?' })
  expect([status, (await lastOf(thread))?.direction]).toEqual([409, 'them'])
})
