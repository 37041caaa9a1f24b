import { randomUUID } from 'node:crypto'
import type { ProviderId } from '@/lib/auth/oauth-providers'
import { ensureUser } from '@/lib/auth/provision'
import type { Role } from '@/lib/auth/roles'
import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'

/** Adds a new user to a project. */
export async function aMember(
  projectId: string,
  role: Role,
  known: { name?: string; password?: string } = {},
): Promise<{ userId: string; email: string }> {
  const email = `${role}-${randomUUID()}@example.com`
  const userId = await ensureUser(database(), { email, ...known })
  await database().insertInto('project_members').values({ project_id: projectId, user_id: userId, role }).execute()
  return { userId, email }
}

/** Inserts an invitation and returns the token of its link. */
export async function anInvitation(
  { projectId, userId }: { projectId: string; userId: string },
  { email, isExpired = false }: { email?: string; isExpired?: boolean } = {},
): Promise<{ id: string; token: string; email: string }> {
  const [id, token, invited] = [newId(), newLinkToken(), email ?? `invited-${randomUUID()}@example.com`]
  await database()
    .insertInto('invitations')
    .values({
      id,
      project_id: projectId,
      email: invited,
      role: 'editor',
      token_hash: hashToken(token),
      invited_by: userId,
      expires_at: new Date(Date.now() + (isExpired ? -1 : 1) * 3_600_000),
    })
    .execute()
  return { id, token, email: invited }
}

/** Links a provider account to a user. Returns the id of the identity. */
export async function anIdentity(userId: string, provider: ProviderId = 'github'): Promise<string> {
  const id = newId()
  const at = { provider, provider_account_id: randomUUID(), email: `${randomUUID()}@example.com` }
  await database()
    .insertInto('user_identities')
    .values({ id, user_id: userId, ...at })
    .execute()
  return id
}
