import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { deleteComment, hideComment, replyPrivately } from '@/lib/inbox/comments/contract'
import { getConversation, listConversations } from '@/lib/inbox/contract'
import { createInboxNote, deleteInboxNote } from '@/lib/inbox/notes/contract'
import {
  createSavedReply,
  deleteSavedReply,
  fillSavedReply,
  listSavedReplies,
  updateSavedReply,
} from '@/lib/inbox/saved-replies/contract'
import { enqueueDigests } from '@/lib/mail-digests/digest'
import { listNotifications } from '@/lib/notifications/contract'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { deliver, processReceived } from '@/tests/support/inbox/deliveries'
import { messaging } from '@/tests/support/inbox/delivery-forms'
import { aThread, itemsOf, repliesOf } from '@/tests/support/inbox/threads'
import { letMailTimePass, itemsOf as mailItems, waitingMails } from '../mail/support'

const firstMessage = async ({ project, id }: Awaited<ReturnType<typeof aThread>>): Promise<string> =>
  (await project.api.get(getConversation, { id })).messages[0]?.id ?? ''

test('hides a comment, shows it again and deletes it', async () => {
  const thread = await aThread('comment')
  const { api } = thread.project
  const id = await firstMessage(thread)
  const atNetwork = async () => (await itemsOf(thread.account))[0]
  expect((await api.patch(hideComment, { id, hidden: true })).message).toMatchObject({ hidden: true, body: 'Hi' })
  expect(await atNetwork()).toMatchObject({ is_hidden: true })
  expect((await api.patch(hideComment, { id, hidden: false })).message).toMatchObject({ hidden: false })
  expect((await api.delete(deleteComment, { id })).message).toMatchObject({ body: '', deleted_at: expect.any(String) })
  expect(await atNetwork()).toMatchObject({ is_hidden: false, is_deleted: true })
  expect((await api.refused(hideComment, { id, hidden: true })).status).toBe(409)
  const dm = await aThread('dm')
  expect((await dm.project.api.refused(deleteComment, { id: await firstMessage(dm) })).status).toBe(409)
})

test('a private reply opens a conversation with the author, once', async () => {
  const thread = await aThread('comment')
  const { api } = thread.project
  const id = await firstMessage(thread)
  const { message, conversation } = await api.post(replyPrivately, { id, body: 'Hello' })
  expect(conversation).toMatchObject({ kind: 'dm', participant_id: thread.item.person_id, unread_count: 0 })
  expect(message).toMatchObject({
    private_reply_to: thread.item.id,
    send_status: 'sent',
    conversation_id: conversation.id,
  })
  const echo = { message: { mid: message.external_id, text: 'Hello', is_echo: true } }
  const { account_id: account } = thread.account
  await deliver('instagram', messaging({ account, from: thread.item.person_id, toAccount: false }, echo))
  await processReceived()
  expect((await api.get(listConversations)).conversations.map(({ kind }) => kind).sort()).toEqual(['comment', 'dm'])
  expect((await api.get(getConversation, { id: thread.id })).messages.map(({ body }) => body)).toEqual(['Hi'])
  expect(await api.refused(replyPrivately, { id, body: 'Again' })).toMatchObject({
    status: 502,
    error: { provider_code: '10/2534025' },
  })
  expect(await repliesOf(thread)).toHaveLength(1)
})

test('no private reply after 7 days', async () => {
  const thread = await aThread('comment')
  await sql`update inbox_messages set sent_at = now() - interval '8 days' where conversation_id = ${thread.id}`.execute(
    database(),
  )
  expect(
    (await thread.project.api.refused(replyPrivately, { id: await firstMessage(thread), body: 'Hi' })).status,
  ).toBe(409)
  expect(await repliesOf(thread)).toEqual([])
})

test('notes are for members and never sent', async () => {
  const thread = await aThread('comment')
  const { api, userId } = thread.project
  const { note } = await api.post(createInboxNote, { id: thread.id, body: 'Call back' })
  expect(note).toMatchObject({ body: 'Call back', user_id: userId })
  expect((await api.get(getConversation, { id: thread.id })).notes).toEqual([note])
  await api.delete(deleteInboxNote, { id: note.id })
  expect((await api.get(getConversation, { id: thread.id })).notes).toEqual([])
  expect(await repliesOf(thread)).toEqual([])
})

test('a mention in a note notifies the member, with the conversation', async () => {
  const thread = await aThread('comment')
  const { api, projectId } = thread.project
  const ana = await aMember(projectId, 'editor', { name: 'Ana Rossi' })
  const anaApi = await signedIn(ana.userId)
  const { note } = await api.post(createInboxNote, { id: thread.id, body: `<@${ana.userId}> call back?` })
  expect(note.mentions).toEqual([{ user_id: ana.userId, name: 'Ana Rossi' }])
  const noticesOf = async () => (await anaApi.get(listNotifications, { project_id: projectId })).notifications
  const { conversation } = await api.get(getConversation, { id: thread.id })
  const { participant_name } = conversation
  expect(await noticesOf()).toMatchObject([
    {
      ...{ kind: 'mention', story: null, reason: '@Ana Rossi call back?' },
      conversation: { id: thread.id, platform: 'instagram', participant_name },
    },
  ])
  await enqueueDigests(database())
  await letMailTimePass(projectId, 61)
  await enqueueDigests(database())
  expect(mailItems((await waitingMails(ana.email))[0])).toMatchObject([
    {
      text: expect.stringContaining(`mentioned you in the conversation with ${participant_name}`),
      path: `/${projectId}/inbox?status=all&conversation=${thread.id}`,
    },
  ])
  await api.delete(deleteInboxNote, { id: note.id })
  expect(await noticesOf()).toEqual([])
  const other = await aProject()
  expect(await api.refused(createInboxNote, { id: thread.id, body: `<@${other.userId}>` })).toMatchObject({
    status: 400,
    error: { issues: [{ path: 'body', code: 'no_member' }] },
  })
})

test('saved replies: created, filled in, renamed, deleted', async () => {
  const thread = await aThread('comment')
  const { api } = thread.project
  const { saved_reply } = await api.post(createSavedReply, {
    name: 'Hours',
    body: 'Hi {{name}}, {{account_name}} opens at 8.',
  })
  const { id } = saved_reply
  const { account_name } = thread.account
  const { filled } = await api.get(fillSavedReply, { id, conversation_id: thread.id })
  expect(filled).toBe(`Hi user${thread.item.person_id}, ${account_name} opens at 8.`)
  expect((await api.refused(createSavedReply, { name: 'HOURS', body: 'x' })).status).toBe(409)
  expect((await api.patch(updateSavedReply, { id, name: 'hours' })).saved_reply.name).toBe('hours')
  const stranger = await aProject()
  const theirs = await stranger.api.post(createSavedReply, { name: 'Hours', body: 'x' })
  expect(
    (await stranger.api.refused(fillSavedReply, { id: theirs.saved_reply.id, conversation_id: thread.id })).status,
  ).toBe(404)
  expect((await api.get(listSavedReplies)).saved_replies.map((one) => one.name)).toEqual(['hours'])
  await api.delete(deleteSavedReply, { id })
  expect((await api.get(listSavedReplies)).saved_replies).toEqual([])
})
