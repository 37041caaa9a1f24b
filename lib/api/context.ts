import type { Principal } from '@/lib/auth/principal'
import type { Role } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import type { Database } from '@/lib/db/pool'

/** What a service knows of the request besides its input. Nothing in it is HTTP. */
export type Context = {
  /** The pool, or the transaction that an idempotent request runs in. */
  db: Database
  principal: Principal
  now: Date
  /** Where the request comes from, to slow down guessing; absent where there is no request. */
  address?: string
  /** Rights that the services asked for, collected while a request with an `Idempotency-Key` runs. */
  neededAccess?: NeededAccess[]
}

/** A right in a project. A kept answer is given only to a caller who still has it. */
export type NeededAccess = { projectId: string; scope: Scope; leastRole?: Role | undefined }

/** Notes a right that was checked and found. */
export function noteAccess({ neededAccess: noted }: Context, access: NeededAccess): void {
  const isSame = (other: NeededAccess): boolean =>
    other.projectId === access.projectId && other.scope === access.scope && other.leastRole === access.leastRole
  if (noted && !noted.some(isSame)) noted.push(access)
}
