import { inject } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { makeSessionCookie } from '@/lib/auth/sessions/cookie'
import { startSession } from '@/lib/auth/sessions/repository'
import { database } from '@/lib/db/pool'
import { Api } from './api'

/** A signed-in browser on our own pages. */
export class SessionApi extends Api {
  constructor(
    readonly cookie: string,
    readonly sessionId: string,
  ) {
    super(inject('productUrl'), null)
  }

  override send(
    contract: Contract,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return super.send(contract, input, { cookie: this.cookie, origin: this.baseUrl, ...headers })
  }

  /** Opens a link like a browser, without following redirects. */
  visit(address: string): Promise<Response> {
    return fetch(new URL(address, this.baseUrl), { headers: { cookie: this.cookie }, redirect: 'manual' })
  }
}

/** A new session of this user, like after a sign-in. */
export async function signedIn(userId: string, userAgent: string | null = null): Promise<SessionApi> {
  const session = await startSession(database(), { userId, userAgent, address: null })
  return new SessionApi(await makeSessionCookie(session, new Date()), session.id)
}
