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
