import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { database } from '@/lib/db/pool'
import { appUrl } from '@/lib/env'
import { renderMail } from '@/lib/mail/compose'
import { subscriptionMailKinds } from '@/lib/mail/kinds'
import { getEmailSettings, updateEmailSettings } from '@/lib/mail/settings-contract'
import { aProject } from '@/tests/support/api/api'
import { aMember } from '@/tests/support/api/members'
import { signedIn } from '@/tests/support/api/session'

describe('email settings', () => {
  test('list what the user can receive with their roles', async () => {
    const { projectId } = await aProject()
    const { userId, email } = await aMember(projectId, 'viewer')
    expect(await (await signedIn(userId)).get(getEmailSettings)).toEqual({
      is_configured: true,
      address: email,
      kinds: ['comments', 'weekly_summary'],
      muted_kinds: [],
    })
  })

  test('keep choices made for another role', async () => {
    const { projectId } = await aProject()
    const { userId } = await aMember(projectId, 'admin')
    const session = await signedIn(userId)
    expect(
      await session.patch(updateEmailSettings, { muted_kinds: ['approval_wanted', 'weekly_summary'] }),
    ).toMatchObject({
      kinds: [...subscriptionMailKinds],
      muted_kinds: ['approval_wanted', 'weekly_summary'],
    })
    await sql`update project_members set role = 'viewer' where user_id = ${userId}`.execute(database())
    expect(await session.patch(updateEmailSettings, { muted_kinds: [] })).toMatchObject({ muted_kinds: [] })
    await sql`update project_members set role = 'admin' where user_id = ${userId}`.execute(database())
    expect(await session.get(getEmailSettings)).toMatchObject({ muted_kinds: ['approval_wanted'] })
  })

  test('refuse an unknown kind', async () => {
    const { userId } = await aProject()
    const { error } = await (await signedIn(userId)).refused(updateEmailSettings, { muted_kinds: ['password_reset'] })
    expect(error.issues).toEqual([
      {
        path: 'muted_kinds.0',
        code: expect.any(String),
        message: expect.stringContaining('must be one of post_failed'),
      },
    ])
  })
})

describe('unsubscribing', () => {
  /** The URL in a mail's header, and its path on the test server. */
  function linkIn(userId: string) {
    const content = { subject: 'Your week', blocks: [{ type: 'rule' as const }] }
    const { headers, html, text } = renderMail({ kind: 'weekly_summary', userId, content })
    const url = /^<(.+)>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(url).toMatch(new RegExp(`^${appUrl()}/unsubscribe\\?t=`))
    expect(text).toContain(url)
    expect(html).toContain(`href="${url}"`)
    return url.replace(appUrl(), inject('productUrl'))
  }
  const oneClick = (link: string) =>
    fetch(link, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })

  test('needs one POST without signing in, and a GET changes nothing', async () => {
    const { userId } = await aProject()
    const session = await signedIn(userId)
    const link = linkIn(userId)
    const page = await fetch(link)
    expect({ status: page.status, text: await page.text() }).toEqual({
      status: 200,
      text: expect.stringContaining('<form method="post">'),
    })
    expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    expect(await session.get(getEmailSettings)).toMatchObject({ muted_kinds: [] })
    expect((await oneClick(link)).status).toBe(200)
    expect((await oneClick(link)).status).toBe(200)
    expect(await session.get(getEmailSettings)).toMatchObject({ muted_kinds: ['weekly_summary'] })
  })

  test('refuses a link for another user or kind, and a truncated one', async () => {
    const [one, other] = [await aProject(), await aProject()]
    const link = linkIn(one.userId)
    const forged = [
      link.replace(one.userId, other.userId),
      link.replace('weekly_summary', 'post_failed'),
      link.slice(0, -1),
      link.replace(/\?.*/, ''),
    ]
    for (const address of forged) expect((await oneClick(address)).status).toBe(404)
    for (const { userId } of [one, other])
      expect(await (await signedIn(userId)).get(getEmailSettings)).toMatchObject({ muted_kinds: [] })
  })
})
