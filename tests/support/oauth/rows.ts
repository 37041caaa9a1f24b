import { sql } from 'kysely'
import { type Scope, scopes } from '@/lib/auth/scopes'
import { hashToken, hintOf, newOAuthSecret } from '@/lib/auth/tokens'
import { type Database, database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { mintToken } from '@/lib/tokens/mint'

export const redirectUri = 'https://bread.example/back'

type Wanted = { userId: string; projectId: string; name?: string; scopes?: Scope[] }

/** An app of a user with an active grant to it, without going through the consent. */
export async function insertOAuth(
  { userId, projectId, name = 'Theirs', scopes = ['stories:read'] }: Wanted,
  db: Database = database(),
): Promise<{ oauthApp: string; oauthGrant: string }> {
  const [oauthApp, oauthGrant, secret] = [newId(), newId(), newOAuthSecret('client')]
  const client = { id: oauthApp, kind: 'app' as const, user_id: userId, name, redirect_uris: [redirectUri] }
  await db
    .insertInto('oauth_clients')
    .values({ ...client, secret_hash: hashToken(secret), secret_hint: hintOf(secret) })
    .execute()
  const grant = { id: oauthGrant, client_id: oauthApp, user_id: userId, project_id: projectId, scopes }
  const times = { activated_at: sql<Date>`now()`, expires_at: sql<Date>`now() + interval '30 days'` }
  await db
    .insertInto('oauth_grants')
    .values({ ...grant, ...times })
    .execute()
  await mintToken(db, { userId, projectId, name, scopes, kind: 'oauth', grantId: oauthGrant })
  return { oauthApp, oauthGrant }
}

export async function ownerOf(projectId: string, db: Database = database()): Promise<string> {
  const { user_id } = await db
    .selectFrom('project_members')
    .select('user_id')
    .where('project_id', '=', projectId)
    .where('role', '=', 'owner')
    .executeTakeFirstOrThrow()
  return user_id
}

/** The consent page of an app that asks for everything, or for these scopes. */
export const consentPath = (clientId: string, wanted: readonly Scope[] = scopes): string =>
  `/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: wanted.join(' '),
    state: 'x',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })}`
