import type { Context } from '@/lib/api/context'
import type { Role } from '@/lib/auth/roles'
import { rolesOfPerson } from './repository'

/** What the signed-in person is in each of their projects; the screens explain by it what they may do. */
export const ownRoles = (context: Context): Promise<Map<string, Role>> =>
  rolesOfPerson(context.db, context.principal.userId)
