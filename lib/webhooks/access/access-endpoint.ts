import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { Scope } from '@/lib/auth/scopes'
import { notFound } from '@/lib/errors'
import { type EndpointRow, findEndpoint } from './find-endpoints'

/**
 * Finds an endpoint that the caller may use. The role in the project decides about a project's endpoint. Only its
 * creator can use an account-wide endpoint, and not with a token that is bound to a project.
 *
 * @throws not_found when it is missing or belongs to someone else; insufficient_scope when the role does not allow it
 */
export async function accessEndpoint(
  context: Context,
  id: string,
  scope: Extract<Scope, `webhooks:${string}`>,
): Promise<EndpointRow> {
  const row = await findEndpoint(context.db, id)
  if (!row) throw notFound('webhook endpoint')
  if (row.project_id !== null) await accessOwned(context, 'webhook_endpoints', id, scope)
  else if (isBoundToken(context) || row.user_id !== context.principal.userId) throw notFound('webhook endpoint')
  return row
}

/** Is the caller a token that is bound to one project? */
export const isBoundToken = ({ principal }: Context): boolean =>
  principal.kind === 'token' && principal.project !== null
