import { sql } from 'kysely'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { slugify } from '@/lib/text/slug'
import { hashPassword } from './password'

/**
 * Finds or creates the user with this email. Without a password the user cannot sign in. For scripts only: the email
 * counts as confirmed.
 */
export async function ensureUser(
  db: Database,
  { email, name, password }: { email: string; name?: string; password?: string },
): Promise<string> {
  const address = email.trim().toLowerCase()
  await db
    .insertInto('users')
    .values({
      id: newId(),
      email: address,
      name: name ?? address.split('@')[0] ?? address,
      email_confirmed_at: sql`now()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  if (password) await setMissingPassword(db, address, password)
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', address))
    .executeTakeFirstOrThrow()
  return id
}

/** Only sets a missing password: the user may have been created for a token. */
async function setMissingPassword(db: Database, email: string, password: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .select('password_hash')
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .executeTakeFirst()
  if (user?.password_hash !== null) return
  await db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where((where) => where(where.fn('lower', ['email']), '=', email))
    .execute()
}

/** Finds or creates the user's project with this name. */
export async function ensureProject(
  db: Database,
  { userId, name, timezone }: { userId: string; name: string; timezone?: string },
): Promise<string> {
  const found = await db
    .selectFrom('projects')
    .innerJoin('project_members', 'project_members.project_id', 'projects.id')
    .select('projects.id')
    .where('project_members.user_id', '=', userId)
    .where('projects.name', '=', name)
    .where('projects.deleted_at', 'is', null)
    .executeTakeFirst()
  if (found) return found.id
  const id = newId()
  await db
    .insertInto('projects')
    .values({ id, name, slug: slugify(name), timezone: timezone ?? null })
    .execute()
  await db.insertInto('project_members').values({ project_id: id, user_id: userId, role: 'owner' }).execute()
  return id
}
