import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import type { Scope } from '@/lib/auth/scopes'
import { hashToken, hintOf, newToken } from '@/lib/auth/tokens'
import type { Database } from '@/lib/db/pool'
import { invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { accessProject } from '@/lib/projects/access'
import type * as contracts from './contract'
import { insertToken, listTokensOf, revoke } from './repository'
import { serializeToken } from './serializer'

export async function list(
  { db, principal }: Context,
  input: InputOf<typeof contracts.listTokens>,
): Promise<AnswerOf<typeof contracts.listTokens>> {
  const after = decodeCursor(input.cursor)
  const rows = await listTokensOf(db, principal.userId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage(rows, input.limit)
  return { tokens: page.map(serializeToken), next_cursor }
}

/** Makes a token for somebody who was found to belong to the project. Here alone it exists in the clear. */
export async function issueToken(
  db: Database,
  owner: { userId: string; projectId: string | null },
  { name, scopes, expiresAt }: { name: string; scopes: readonly Scope[]; expiresAt: Date | null },
): Promise<{ token: string; api_token: contracts.ApiToken }> {
  const token = newToken('personal')
  const row = await insertToken(db, {
    id: newId(),
    user_id: owner.userId,
    project_id: owner.projectId,
    name,
    kind: 'personal',
    token_hash: hashToken(token),
    token_hint: hintOf(token),
    scopes: [...scopes],
    expires_at: expiresAt,
  })
  return { token, api_token: serializeToken(row) }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createToken>,
): Promise<AnswerOf<typeof contracts.createToken>> {
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  if (expiresAt && expiresAt <= context.now) {
    throw invalid('expires_at', 'must be in the future: this token would never work.', 'in_the_past')
  }
  const project = input.project_id ? await accessProject(context, input.project_id, 'projects:read') : null
  const owner = { userId: context.principal.userId, projectId: project?.projectId ?? null }
  return issueToken(context.db, owner, { name: input.name, scopes: input.scopes, expiresAt })
}

export async function remove(
  { db, principal }: Context,
  { id }: InputOf<typeof contracts.revokeToken>,
): Promise<AnswerOf<typeof contracts.revokeToken>> {
  const row = await revoke(db, principal.userId, id)
  if (!row) throw notFound('token')
  return { api_token: serializeToken(row) }
}
