import { createHmac, randomBytes } from 'node:crypto'

export type OAuth1Keys = { apiKey: string; apiSecret: string; accessToken: string; accessTokenSecret: string }
export type OAuth1Moment = { nonce: string; timestamp: number }

/**
 * The `Authorization` header of OAuth 1.0a (RFC 5849) with HMAC-SHA1. Form parameters are signed, JSON and multipart
 * bodies are not.
 */
export function oauth1Header(
  method: string,
  url: URL,
  keys: OAuth1Keys,
  moment: OAuth1Moment,
  form: readonly [string, string][] = [],
  /** `oauth_callback` and `oauth_verifier`, used during consent. */
  legs: readonly [string, string][] = [],
): string {
  const protocol: [string, string][] = [
    ['oauth_consumer_key', keys.apiKey],
    ['oauth_nonce', moment.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(moment.timestamp)],
    // The first leg has no token yet.
    ...(keys.accessToken === '' ? [] : [['oauth_token', keys.accessToken] as [string, string]]),
    ['oauth_version', '1.0'],
    ...legs,
  ]
  const signature = oauth1Signature(method, url, [...form, ...protocol], keys)
  const fields = [...protocol, ['oauth_signature', signature] as [string, string]].sort(([a], [b]) => (a < b ? -1 : 1))
  return `OAuth ${fields.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`).join(', ')}`
}

export function oauth1Signature(
  method: string,
  url: URL,
  parameters: readonly [string, string][],
  keys: Pick<OAuth1Keys, 'apiSecret' | 'accessTokenSecret'>,
): string {
  const pairs = [...url.searchParams, ...parameters]
    .map(([name, value]) => [percentEncode(name), percentEncode(value)] as const)
    // Sorted by name, then value, bytewise. Locale order would break the signature.
    .sort(([a, av], [b, bv]) => (a === b ? (av < bv ? -1 : 1) : a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
  const base = [method.toUpperCase(), percentEncode(`${url.origin}${url.pathname}`), percentEncode(pairs)].join('&')
  const key = `${percentEncode(keys.apiSecret)}&${percentEncode(keys.accessTokenSecret)}`
  return createHmac('sha1', key).update(base).digest('base64')
}

export function oauth1Moment(now: Date): OAuth1Moment {
  return { nonce: randomBytes(16).toString('hex'), timestamp: Math.floor(now.getTime() / 1_000) }
}

/** RFC 3986: `encodeURIComponent` does not escape five reserved characters. */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
