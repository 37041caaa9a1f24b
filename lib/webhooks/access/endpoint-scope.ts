import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { roles, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { isBoundToken } from './access-endpoint'
import type { EndpointScope } from './find-endpoints'

/** Adds the caller's account-wide endpoints to those of a project. */
export function withAccountWide(scope: EndpointScope, context: Context): EndpointScope {
  return 'projectId' in scope && !isBoundToken(context) ? { ...scope, accountOf: context.principal.userId } : scope
}

/** The endpoints that a request covers: of the project that it names or is bound to, otherwise of all projects. */
export async function endpointScope(context: Context, named: string | undefined, scope: Scope): Promise<EndpointScope> {
  if (named !== undefined || isBoundToken(context)) {
    const { projectId } = await accessProject(context, named, scope)
    return { projectId }
  }
  return { userId: context.principal.userId, roles: roles.filter((role) => scopesOfRole[role].has(scope)) }
}
