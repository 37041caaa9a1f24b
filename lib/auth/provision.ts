import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { slugify } from '@/lib/tracking/slug'
import { hashPassword } from './password'

/** The user with this e-mail, made when there is none. Without a password nobody can sign in as them. */
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
      password_hash: password ? await hashPassword(password) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await db
    .selectFrom('users')
    .select('id')
    .where((where) => where(where.fn('lower', ['email']), '=', address))
    .executeTakeFirstOrThrow()
  return id
}

/** The user's project of this name, made when there is none. */
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
