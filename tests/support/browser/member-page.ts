import type { BrowserContextOptions } from 'playwright-core'
import type { Role } from '@/lib/auth/roles'
import { database } from '@/lib/db/pool'
import { signUp, type TestBrowser, type TestPage } from '@/tests/support/browser/browser'

export async function userIdOf(email: string): Promise<string> {
  const { id } = await database().selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  return id
}

/** Another user in a separate browser context, as a member of the project. */
export async function aMemberPage(
  browser: TestBrowser,
  projectId: string,
  role: Role,
  look: BrowserContextOptions = {},
): Promise<TestPage> {
  const page = await browser.newPage(look)
  const { email } = await signUp(page)
  const user_id = await userIdOf(email)
  await database().insertInto('project_members').values({ project_id: projectId, user_id, role }).execute()
  return page
}
