import type { Context } from '@/lib/api/context'
import { roles, scopesOfRole } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import { accessProject } from '@/lib/projects/access'
import type { Reach } from './repository'

/** The project's, and those of the caller that hear of all projects: with them all that hear of this one. */
export function withOwn(reach: Reach, { principal }: Context): Reach {
  const isBound = principal.kind === 'token' && principal.project !== null
  return 'projectId' in reach && !isBound ? { ...reach, ownOf: principal.userId } : reach
}

/** The endpoints that a request over several is about: of the project that it is bound to or names, else of all. */
export async function reachOf(context: Context, named: string | undefined, scope: Scope): Promise<Reach> {
  const { principal } = context
  if (named !== undefined || (principal.kind === 'token' && principal.project)) {
    const { projectId } = await accessProject(context, named, scope)
    return { projectId }
  }
  return { userId: principal.userId, roles: roles.filter((role) => scopesOfRole[role].has(scope)) }
}
