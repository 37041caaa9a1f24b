import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { checkConnector } from '@/lib/connectors/contract'
import { database } from '@/lib/db/pool'
import { enqueueDigests } from '@/lib/mail-digests/digest'
import { listNotifications, readNotifications } from '@/lib/notifications/contract'
import { aProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { aFeed, aSourceServer, insertConnector } from '@/tests/support/connectors/connectors'
import { itemsOf, letMailTimePass, waitingMails } from '../mail/support'

const server = aSourceServer()

test('a connector that stops working rings the bell and sends one mail, and again only after it worked', async () => {
  const { api, projectId, userId } = await aProject()
  const id = await insertConnector({ projectId, url: `${server().url}/blog` })
  const session = await signedIn(userId)
  const named = { project_id: projectId }
  const check = async (status: number): Promise<void> => {
    server().answer('/blog', status === 200 ? aFeed(['A']) : { kind: 'status', status })
    await api.post(checkConnector, { id })
  }
  const bell = async () => {
    const { notifications, unread_count } = await session.get(listNotifications, named)
    return { list: notifications.map(({ code, is_read, is_settled }) => [code, is_read, is_settled]), unread_count }
  }

  server().answer('/blog', { kind: 'status', status: 500 })
  await Promise.all([api.post(checkConnector, { id }), api.post(checkConnector, { id })])
  // Still broken, and worse: not a new alert.
  await check(410)
  const { notifications, unread_count } = await session.get(listNotifications, named)
  const reason = expect.stringContaining('(500)')
  const expected = { kind: 'connector_failing', connector: { id, name: 'Blog' }, reason, code: 'failing' }
  expect([notifications, unread_count]).toMatchObject([[{ ...expected, is_read: false, is_settled: false }], 1])
  await session.post(readNotifications, { ...named, notification_ids: [notifications[0]?.id ?? ''] })
  expect(await bell()).toEqual({ list: [['failing', true, false]], unread_count: 0 })

  await check(200)
  expect(await bell()).toEqual({ list: [['failing', true, true]], unread_count: 0 })
  await check(410)
  expect(await bell()).toEqual({
    list: [
      ['gone', false, false],
      ['failing', true, true],
    ],
    unread_count: 1,
  })

  await enqueueDigests(database())
  await letMailTimePass(projectId, 61)
  await enqueueDigests(database())
  const { rows } = await sql<{ email: string }>`select email from users where id = ${userId}`.execute(database())
  const [mail, ...others] = await waitingMails(rows[0]?.email ?? '')
  const subject = 'The source of “Blog” is gone'
  expect([mail, others]).toMatchObject([{ kind: 'automation_attention', subject }, []])
  expect(itemsOf(mail)).toEqual([
    { text: subject, detail: expect.stringContaining('410'), path: `/${projectId}/connectors/${id}` },
  ])
})
