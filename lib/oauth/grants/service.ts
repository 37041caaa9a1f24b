import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { notFound } from '@/lib/errors'
import type * as contracts from './contract'
import { endGrant } from './repository'
import { hasGrant, listGrantsOf, serializeGrant } from './user-grants'

export async function list(
  { db, principal }: Context,
  input: InputOf<typeof contracts.listOAuthGrants>,
): Promise<AnswerOf<typeof contracts.listOAuthGrants>> {
  const after = decodeCursor(input.cursor)
  const rows = await listGrantsOf(db, principal.userId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('oauth_grants', rows, input.limit)
  return { grants: page.map(serializeGrant), next_cursor }
}

export async function revoke(
  { db, principal }: Context,
  { id }: InputOf<typeof contracts.revokeOAuthGrant>,
): Promise<AnswerOf<typeof contracts.revokeOAuthGrant>> {
  if (!(await hasGrant(db, principal.userId, id))) throw notFound('grant')
  await endGrant(db, id, 'user')
  return { ok: true }
}
