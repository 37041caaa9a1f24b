import { expect } from 'vitest'
import type { Role } from '@/lib/auth/roles'
import type { ChannelId } from '@/lib/channel-ids'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { aSandboxAccount, type SandboxAccount } from '@/tests/support/api/api'
import { post, signUp, type TestBrowser, type TestPage } from '@/tests/support/browser/browser'

/** Another user who is invited to the project with this role. */
export async function aMember(browser: TestBrowser, projectId: string, role: Role): Promise<TestPage> {
  const page = await browser.newPage()
  const { email } = await signUp(page)
  const db = database()
  const { id } = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await db.insertInto('project_members').values({ project_id: projectId, user_id: id, role }).execute()
  return page
}

/** An owner with a project that has an account on this channel. */
export async function anOwner(
  browser: TestBrowser,
  channel: ChannelId,
): Promise<{ page: TestPage; projectId: string; account: SandboxAccount }> {
  const page = await browser.newPage()
  const { projectId } = await signUp(page)
  const account = await aSandboxAccount(channel)
  const { account_id, account_name, credentials } = account
  await post(page, createConnection.path, { project_id: projectId, channel, account_id, account_name, credentials })
  return { page, projectId, account }
}

/** Waits until all posts of the project have this status. Before that, a list would show it only at its next poll. */
export async function untilPostsAre(status: 'posted' | 'failed', projectId: string): Promise<void> {
  const statuses = async (): Promise<string[]> => {
    const rows = await database()
      .selectFrom('queue_items')
      .select('status')
      .where('project_id', '=', projectId)
      .execute()
    return [...new Set(rows.map((row) => row.status))]
  }
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([status])
}
