import { encode } from 'next-auth/jwt'
import { inject } from 'vitest'
import type { Contract } from '@/lib/api/contract'
import { env } from '@/lib/env'
import { Api } from './api'

/** A signed-in browser on our own pages. */
export class SessionApi extends Api {
  constructor(private readonly cookie: string) {
    super(inject('productUrl'), null)
  }

  override send(
    contract: Contract,
    input?: Record<string, unknown>,
    headers?: Record<string, string>,
  ): Promise<Response> {
    return super.send(contract, input, { cookie: this.cookie, origin: this.baseUrl, ...headers })
  }

  /** Follows a link as a browser would, up to where it leads on. */
  visit(address: string): Promise<Response> {
    return fetch(new URL(address, this.baseUrl), { headers: { cookie: this.cookie }, redirect: 'manual' })
  }
}

export async function signedIn(userId: string): Promise<SessionApi> {
  const token = await encode({ token: { sub: userId }, secret: env().NEXTAUTH_SECRET ?? '' })
  return new SessionApi(`storycast.session=${token}`)
}
