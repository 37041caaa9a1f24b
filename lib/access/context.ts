import type { Principal } from '@/lib/auth/principal'
import type { Role } from '@/lib/auth/roles'
import type { Scope } from '@/lib/auth/scopes'
import type { Database } from '@/lib/db/pool'

/** The request as seen by services, without HTTP. */
export type Context = {
  /** The pool, or the transaction that an idempotent request runs in. */
  db: Database
  principal: Principal
  now: Date
  /** Client address, for attempt limits. Absent outside requests. */
  address?: string
  /** Rights that services checked, collected for requests with an `Idempotency-Key`. */
  neededAccess?: NeededAccess[]
}

/** A right in a project. A stored response is replayed only to callers who still have it. */
export type NeededAccess = { projectId: string; scope: Scope; leastRole?: Role | undefined }

/** Records a right that was checked. */
export function noteAccess({ neededAccess: noted }: Context, access: NeededAccess): void {
  const isSame = (other: NeededAccess): boolean =>
    other.projectId === access.projectId && other.scope === access.scope && other.leastRole === access.leastRole
  if (noted && !noted.some(isSame)) noted.push(access)
}
