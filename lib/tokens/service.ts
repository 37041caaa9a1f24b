import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import { conflict, invalid, notFound } from '@/lib/errors'
import type * as contracts from './contract'
import { mintToken } from './mint'
import { countLiveTokens, findToken, listTokensOf, revoke } from './repository'
import { serializeToken } from './serializer'

/** Personal tokens that are neither revoked nor expired. */
const maxTokensPerUser = 100

export async function list(
  { db, principal }: Context,
  input: InputOf<typeof contracts.listTokens>,
): Promise<AnswerOf<typeof contracts.listTokens>> {
  const after = decodeCursor(input.cursor)
  const rows = await listTokensOf(db, principal.userId, { limit: input.limit + 1, after })
  const { page, next_cursor } = cutPage('tokens', rows, input.limit)
  return { tokens: page.map(serializeToken), next_cursor }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createToken>,
): Promise<AnswerOf<typeof contracts.createToken>> {
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null
  if (expiresAt && expiresAt <= context.now) {
    throw invalid('expires_at', 'must be in the future', 'in_the_past')
  }
  const project = input.project_id ? await accessProject(context, input.project_id, 'projects:read') : null
  const { userId } = context.principal
  return transaction(context.db, async (tx) => {
    if ((await countLiveTokens(tx, userId)) >= maxTokensPerUser) {
      throw conflict(`You have ${maxTokensPerUser} tokens, the maximum. Revoke one you no longer use.`)
    }
    const { id, token } = await mintToken(tx, {
      userId,
      projectId: project?.projectId ?? null,
      name: input.name,
      scopes: input.scopes,
      expiresAt,
    })
    const row = await findToken(tx, userId, id)
    if (!row) throw notFound('token')
    return { token, api_token: serializeToken(row) }
  })
}

export async function remove(
  { db, principal }: Context,
  { id }: InputOf<typeof contracts.revokeToken>,
): Promise<AnswerOf<typeof contracts.revokeToken>> {
  const row = await revoke(db, principal.userId, id)
  if (!row) throw notFound('token')
  return { api_token: serializeToken(row) }
}
