import type { Role } from './roles'
import type { Scope } from './scopes'

/**
 * The caller. A token acts with its scopes, within its project if bound to one; a session with the user's role. The
 * `tokenId` of an app's access token is its grant, which stays the same over refreshes.
 */
export type Principal =
  | { kind: 'token'; tokenId: string; userId: string; project: BoundProject | null; scopes: ReadonlySet<Scope> }
  // No session id: code acts for a user who is not signed in, such as demo setup and tests.
  | { kind: 'session'; userId: string; sessionId?: string }

/** The project a token is bound to, with its owner's role. */
export type BoundProject = { id: string; role: Role }

/** The owner of quota and idempotency keys. */
export const ownerIdOf = (principal: Principal): string =>
  principal.kind === 'token' ? principal.tokenId : principal.userId

/** The session of the request, or null. */
export const sessionIdOf = (principal: Principal): string | null =>
  (principal.kind === 'session' && principal.sessionId) || null
