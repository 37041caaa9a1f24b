import { createHash, createSign, generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The user at the provider. */
export type ProviderAccount = { id: string; name: string; email: string; isVerified: boolean }

type Grant = { challenge: string | null; nonce: string | null; redirectUri: string; account: ProviderAccount }

/**
 * A sign-in provider on loopback: GitHub's OAuth and REST API, and Google's OpenID Connect with discovery, keys and
 * signed id tokens. Checks the client, the redirect URL and PKCE (RFC 7636). Each code works once.
 */
export class OAuthServer {
  private readonly keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
  private readonly grants = new Map<string, Grant>()
  private readonly tokens = new Map<string, ProviderAccount>()
  private readonly server = createServer((request, response) => void this.answer(request, response))
  readonly client = { id: `client-${randomUUID()}`, secret: `secret-${randomUUID()}` }
  /** The next user who agrees. Null cancels. */
  account: ProviderAccount | null = null
  url = ''

  async start(): Promise<void> {
    await once(this.server.listen(0, '127.0.0.1'), 'listening')
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections()
    await new Promise((closed) => this.server.close(closed))
  }

  /** Environment variables for a server that uses this provider. */
  get env(): Record<string, string> {
    const { id, secret } = this.client
    return {
      ...{ GITHUB_ID: id, GITHUB_SECRET: secret, GITHUB_URL: this.url, GITHUB_API_URL: `${this.url}/api` },
      ...{ GOOGLE_CLIENT_ID: id, GOOGLE_CLIENT_SECRET: secret, GOOGLE_ISSUER: this.url },
    }
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const send = (status: number, body: object): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (/\/authorize$/.test(url.pathname)) return this.authorize(url, response)
    if (/\/(access_token|token)$/.test(url.pathname)) return this.exchange(request, url.pathname === '/token', send)
    if (url.pathname === '/.well-known/openid-configuration') return send(200, this.discovery())
    if (url.pathname === '/keys') {
      return send(200, {
        keys: [{ ...this.keys.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }],
      })
    }
    const account = this.tokens.get(request.headers.authorization?.replace('Bearer ', '') ?? '')
    if (!account) return send(401, { message: 'Bad credentials' })
    if (url.pathname === '/api/user') return send(200, { id: Number(account.id), login: 'ann', name: account.name })
    // GitHub lists all addresses. Only the primary one counts.
    const other = { email: `other-${account.email}`, primary: false, verified: true }
    send(200, [other, { email: account.email, primary: true, verified: account.isVerified }])
  }

  private authorize(url: URL, response: ServerResponse): void {
    const asked = (name: string) => url.searchParams.get(name)
    const back = new URL(asked('redirect_uri') ?? '')
    back.searchParams.set('state', asked('state') ?? '')
    if (asked('client_id') !== this.client.id || asked('code_challenge_method') !== 'S256') {
      response.writeHead(400).end('Wrong client, or no PKCE.')
      return
    }
    if (this.account) {
      const code = randomUUID()
      const [challenge, nonce, redirectUri] = [asked('code_challenge'), asked('nonce'), asked('redirect_uri') ?? '']
      this.grants.set(code, { challenge, nonce, redirectUri, account: this.account })
      back.searchParams.set('code', code)
    } else back.searchParams.set('error', 'access_denied')
    response.writeHead(302, { location: back.href }).end()
  }

  private async exchange(
    request: IncomingMessage,
    isOpenId: boolean,
    send: (status: number, body: object) => void,
  ): Promise<void> {
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const basic = Buffer.from(request.headers.authorization?.replace('Basic ', '') ?? '', 'base64').toString()
    const [id, secret] = basic
      ? basic.split(':').map(decodeURIComponent)
      : [form.get('client_id'), form.get('client_secret')]
    const grant = this.grants.get(form.get('code') ?? '')
    this.grants.delete(form.get('code') ?? '')
    const verifier = form.get('code_verifier') ?? ''
    const isProven = grant?.challenge === createHash('sha256').update(verifier).digest('base64url')
    if (id !== this.client.id || secret !== this.client.secret) return send(401, { error: 'invalid_client' })
    if (!grant || !isProven || grant.redirectUri !== form.get('redirect_uri'))
      return send(400, { error: 'invalid_grant' })
    const access_token = randomUUID()
    this.tokens.set(access_token, grant.account)
    const id_token = isOpenId ? { id_token: this.idToken(grant) } : {}
    send(200, { access_token, token_type: 'bearer', scope: 'read:user', ...id_token })
  }

  private idToken({ account, nonce }: Grant): string {
    const now = Math.floor(Date.now() / 1000)
    const { id: sub, name, email, isVerified: email_verified } = account
    const claims = {
      iss: this.url,
      aud: this.client.id,
      iat: now,
      exp: now + 3_600,
      nonce,
      sub,
      name,
      email,
      email_verified,
    }
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
    const signed = `${part({ alg: 'RS256', kid: '1', typ: 'JWT' })}.${part(claims)}`
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(this.keys.privateKey, 'base64url')}`
  }

  private discovery(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }
  }
}
