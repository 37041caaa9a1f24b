import { randomUUID } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { updateAccount } from '@/lib/account/contract'
import { database } from '@/lib/db/pool'
import { Api, aProject } from '@/tests/support/api/api'
import { anInvitation } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'
import { startProcess, until } from '@/tests/support/processes/child-process'
import { freePort } from '@/tests/support/processes/free-port'
import { startServer } from '@/tests/support/servers/product'

const linkToSignUp = 'href="/sign-up"'

/** The HTML of a page for a signed-out user. */
const page = async (base: string, path: string): Promise<string> => (await fetch(new URL(path, base))).text()

test.each([
  ['open', true, 'Your name', 'Your name'],
  ['invite', false, 'Sign-up is by invitation', 'Your name'],
  ['closed', false, 'Sign-up is closed', 'Sign-up is closed on this server'],
])('SIGN_UP=%s: what the pages offer', async (mode, isLinked, onSignUp, onInvitation) => {
  const { token } = await anInvitation(await aProject())
  const server = await startServer({ ...inject('productEnv'), SIGN_UP: mode })
  try {
    for (const path of ['/', '/sign-in'])
      expect([path, (await page(server.url, path)).includes(linkToSignUp)]).toEqual([path, isLinked])
    expect(await page(server.url, '/sign-up')).toContain(onSignUp)
    expect(await page(server.url, `/invitations/${token}`)).toContain(onInvitation)
  } finally {
    await server.stop()
  }
})

test('only a demo shows the page of interface elements', async () => {
  const server = await startServer({ ...inject('productEnv'), DEMO: '0' })
  try {
    expect((await fetch(new URL('/docs/ui', server.url))).status).toBe(404)
  } finally {
    await server.stop()
  }
  const demo = await startServer({ ...inject('productEnv'), DEMO: '1' })
  try {
    expect((await fetch(new URL('/docs/ui', demo.url))).status).toBe(200)
  } finally {
    await demo.stop()
  }
})

test('plain `next start` without a trusted proxy believes no X-Forwarded header either', async () => {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const env = { ...inject('productEnv'), TRUSTED_PROXIES: '', PORT: String(port), APP_URL: url }
  const server = startProcess('next-start', ['node_modules/next/dist/bin/next', 'start', '--port', String(port)], env)
  try {
    await until(async () => (await fetch(`${url}/sign-in`).catch(() => null))?.ok ?? false, '`next start`')
    const address = randomUUID()
    const { userId } = await aProject()
    const headers = {
      cookie: (await signedIn(userId)).cookie,
      origin: 'https://app.example',
      'x-forwarded-host': 'app.example',
      'x-forwarded-for': address,
    }
    expect((await new Api(url, null).send(updateAccount, {}, headers)).status).toBe(401)
    const sessions = database().selectFrom('user_sessions').select('address').where('user_id', '=', userId)
    await database()
      .updateTable('user_sessions')
      .set({ last_seen_at: new Date(0) })
      .where('user_id', '=', userId)
      .execute()
    expect((await new Api(url, null).send(updateAccount, {}, { ...headers, origin: url })).status).toBe(200)
    expect((await sessions.executeTakeFirst())?.address).toMatch(/127\.0\.0\.1|::1/)
  } finally {
    await server.kill()
  }
})
