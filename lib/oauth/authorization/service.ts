import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Role, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { hashToken, newOAuthSecret } from '@/lib/auth/tokens'
import { transaction } from '@/lib/db/pool'
import { AppError, invalid } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { markClientUsed } from '../clients/repository'
import { insertCode, insertGrant } from '../grants/repository'
import type * as contracts from './contract'
import { type AuthorizationRequest, readRequest, redirectWith } from './request'

type Answer = AnswerOf<typeof contracts.authorizeApp>

/**
 * Records the consent and creates a code for the app.
 *
 * @throws validation_error if the browser must not be sent to the app; not_found for another user's project;
 * insufficient_scope if the role allows none of the scopes
 */
export async function authorize(context: Context, input: InputOf<typeof contracts.authorizeApp>): Promise<Answer> {
  const { project_id: projectId } = input
  const access = projectId ? await accessProject(context, projectId, 'projects:read') : null
  const read = await readRequest(context.db, input.request, context.now)
  if ('problem' in read) throw invalid('request', read.problem, 'invalid_request')
  if ('redirectTo' in read) return { redirect_to: read.redirectTo }
  const { request } = read
  if (input.decision === 'deny') {
    const denied = { error: 'access_denied', error_description: 'The user did not allow the access.' }
    return { redirect_to: redirectWith(request, denied) }
  }
  if (projectId === undefined) throw invalid('project_id', 'is required', 'required')
  // In all projects the role is checked on each request instead.
  const scopes = access ? scopesWithin(access.role, request.scopes) : request.scopes
  return { redirect_to: redirectWith(request, { code: await createGrant(context, request, { projectId, scopes }) }) }
}

/** The requested scopes that the role allows. */
function scopesWithin(role: Role, requested: readonly Scope[]): readonly Scope[] {
  const scopes = requested.filter((scope) => scopesOfRole[role].has(scope))
  if (scopes.length > 0) return scopes
  const message = `You are ${role} in this project, which does not allow ${requested.join(', ')}.`
  throw new AppError('insufficient_scope', message)
}

async function createGrant(
  { db, principal }: Context,
  { client, redirectUri, challenge }: AuthorizationRequest,
  { projectId, scopes }: { projectId: string | null; scopes: readonly Scope[] },
): Promise<string> {
  const [id, code] = [newId(), newOAuthSecret('code')]
  await transaction(db, async (tx) => {
    await insertGrant(tx, { id, clientId: client.id, userId: principal.userId, projectId, scopes })
    await insertCode(tx, { hash: hashToken(code), grantId: id, redirectUri, challenge })
    await markClientUsed(tx, client.id)
  })
  return code
}
