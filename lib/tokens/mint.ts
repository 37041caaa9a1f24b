import type { Scope } from '@/lib/auth/scopes'
import { hashToken, hintOf, newToken, type TokenKind } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'

export type NewToken = {
  userId: string
  /** Null: all projects of the owner. */
  projectId: string | null
  name: string
  scopes: readonly Scope[]
  expiresAt?: Date | null
  kind?: TokenKind
  /** The OAuth grant that it belongs to. */
  grantId?: string
}

/** Creates a token. Only the response contains it; the database stores its hash. */
export async function mintToken(db: Database, wanted: NewToken): Promise<{ id: string; token: string }> {
  const kind = wanted.kind ?? 'personal'
  const token = newToken(kind)
  const id = newId()
  await db
    .insertInto('api_tokens')
    .values({
      id,
      user_id: wanted.userId,
      project_id: wanted.projectId,
      name: wanted.name,
      kind,
      token_hash: hashToken(token),
      token_hint: hintOf(token),
      scopes: [...wanted.scopes],
      expires_at: wanted.expiresAt ?? null,
      grant_id: wanted.grantId ?? null,
    })
    .execute()
  return { id, token }
}
