import { createHmac } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { GET as showDeletion } from '@/app/data-deletion/[code]/route'
import { database } from '@/lib/db/pool'
import {
  deauthorizeFacebook,
  deauthorizeInstagram,
  deleteFacebookData,
  deleteInstagramData,
} from '@/lib/inbox/callbacks/contract'
import { apps } from '@/sandbox/oauth/apps'
import { aProject } from '@/tests/support/api/api'
import { deliver, processReceived } from '@/tests/support/inbox/deliveries'
import { instagramComment, newNumber } from '@/tests/support/inbox/delivery-forms'

function signed(payload: object, secret = apps.instagram.secret): string {
  const encoded = Buffer.from(JSON.stringify(payload)).toString('base64url')
  return `${createHmac('sha256', secret).update(encoded).digest('base64url')}.${encoded}`
}

const call = async ({ path }: { path: string }, signedRequest: string) => {
  const response = await fetch(new URL(path, inject('productUrl')), {
    method: 'POST',
    body: new URLSearchParams({ signed_request: signedRequest }),
  })
  return { status: response.status, body: (await response.json()) as { url: string; confirmation_code: string } }
}

test('a user who removed the app has to reconnect, in every project', async () => {
  const project = await aProject()
  const [account] = await project.connect('instagram')
  const payload = { user_id: account?.account_id, algorithm: 'HMAC-SHA256', issued_at: 1 }
  const statusOf = () =>
    database()
      .selectFrom('social_connections')
      .select('status')
      .where('project_id', '=', project.projectId)
      .executeTakeFirst()
  expect((await call(deauthorizeInstagram, signed(payload, apps.facebook.secret))).status).toBe(401)
  expect((await call(deauthorizeInstagram, 'nonsense')).status).toBe(401)
  expect((await call(deauthorizeInstagram, signed({}))).status).toBe(400)
  expect(await statusOf()).toEqual({ status: 'active' })
  expect(await call(deauthorizeInstagram, signed(payload))).toEqual({ status: 200, body: { ok: true } })
  expect(await statusOf()).toEqual({ status: 'revoked' })
})

test('deletes what a person wrote and says so on a public page', async () => {
  const project = await aProject()
  const [account] = await project.connect('instagram')
  const [person, other, own, foreign] = [newNumber(), newNumber(), newNumber(), newNumber()]
  const { account_id = '' } = account ?? {}
  await deliver('instagram', instagramComment({ account: account_id, id: own, from: person }))
  await deliver('instagram', instagramComment({ account: account_id, id: foreign, from: other }))
  await deliver('instagram', instagramComment({ account: account_id, parent: foreign, from: person, text: 'Me too' }))
  await processReceived()
  const words = () =>
    database().selectFrom('inbox_word_weeks').select('word').where('project_id', '=', project.projectId).execute()
  expect(await words()).toContainEqual({ word: 'me' })
  const { status, body } = await call(deleteInstagramData, signed({ user_id: person }))
  expect(await words()).not.toContainEqual({ word: 'me' })
  expect([status, body.url.endsWith(`/data-deletion/${body.confirmation_code}`)]).toEqual([200, true])
  const left = await database()
    .selectFrom('inbox_messages')
    .select(['author_id', 'external_id'])
    .where('project_id', '=', project.projectId)
    .execute()
  expect(left).toEqual([{ author_id: other, external_id: foreign }])
  const shown = (code: string) => showDeletion(new Request('http://x'), { params: Promise.resolve({ code }) })
  expect(await (await shown(body.confirmation_code)).text()).toContain('Your comments and messages were deleted on')
  expect((await shown('0'.repeat(32))).status).toBe(404)
})

test('callbacks of Facebook use the secret of its app and leave Instagram alone', async () => {
  const project = await aProject()
  const [account] = await project.connect('instagram')
  const [person, id] = [newNumber(), newNumber()]
  await deliver('instagram', instagramComment({ account: account?.account_id ?? '', id, from: person }))
  await processReceived()
  for (const callback of [deauthorizeFacebook, deleteFacebookData]) {
    for (const user_id of [person, account?.account_id]) {
      expect((await call(callback, signed({ user_id }))).status).toBe(401)
      expect((await call(callback, signed({ user_id }, apps.facebook.secret))).status).toBe(200)
    }
  }
  const ofProject = (table: 'social_connections' | 'inbox_messages') =>
    database().selectFrom(table).select('id').where('project_id', '=', project.projectId)
  expect(await ofProject('social_connections').where('status', '=', 'active').execute()).toHaveLength(1)
  expect(await ofProject('inbox_messages').execute()).toHaveLength(1)
})
