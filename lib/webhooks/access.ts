import type { Context } from '@/lib/api/context'
import type { Scope } from '@/lib/auth/scopes'
import { notFound } from '@/lib/errors'
import { accessOwned } from '@/lib/projects/access'
import { type EndpointRow, findEndpoint } from './repository'

/**
 * An endpoint that the caller was found to have a right to. One of a project goes by the role there, whoever made it;
 * one of no project is its maker's alone, and no token that is bound to a project sees it.
 *
 * @throws not_found, as for a missing one; insufficient_scope when the role does not allow it
 */
export async function accessEndpoint(
  context: Context,
  id: string,
  scope: Extract<Scope, `webhooks:${string}`>,
): Promise<EndpointRow> {
  const row = await findEndpoint(context.db, id)
  if (!row) throw notFound('webhook endpoint')
  if (row.project_id !== null) await accessOwned(context, 'webhook_endpoints', id, scope)
  else if (isBound(context) || row.user_id !== context.principal.userId) throw notFound('webhook endpoint')
  return row
}

const isBound = ({ principal }: Context): boolean => principal.kind === 'token' && principal.project !== null
