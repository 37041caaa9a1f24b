import type { Role } from './roles'
import type { Scope } from './scopes'

/** Who asks. A token acts with its scopes, inside its project if it is bound to one; a session with its role. */
export type Principal =
  | { kind: 'token'; tokenId: string; userId: string; project: BoundProject | null; scopes: ReadonlySet<Scope> }
  // Without a session id, code acts for a person who is not signed in: the demo set-up, tests.
  | { kind: 'session'; userId: string; sessionId?: string }

/** The one project a token is bound to, with its owner's role there. */
export type BoundProject = { id: string; role: Role }

/** Whose quota and whose idempotency keys these are. */
export const ownerIdOf = (principal: Principal): string =>
  principal.kind === 'token' ? principal.tokenId : principal.userId

/** The session that a request was made with, or null. */
export const sessionIdOf = (principal: Principal): string | null =>
  (principal.kind === 'session' && principal.sessionId) || null
