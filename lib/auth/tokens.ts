import { createHash, randomBytes } from 'node:crypto'

export type TokenKind = 'personal' | 'oauth'

const prefixes: Record<TokenKind, string> = { personal: 'svc_pat_', oauth: 'svc_oat_' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits. Bytes past the largest multiple of 62 are skipped, so that all are equally likely. */
function randomText(length: number): string {
  let word = ''
  while (word.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && word.length < length) word += alphabet[byte % 62]
  }
  return word
}

/** A new token: the prefix of its kind and 40 random characters (238 bits). Shown once, never stored. */
export const newToken = (kind: TokenKind): string => prefixes[kind] + randomText(40)

/** Other credentials of the OAuth server, with their prefixes. */
export type OAuthSecretKind = 'code' | 'refresh' | 'client'

const oauthPrefixes: Record<OAuthSecretKind, string> = { code: 'svc_oac_', refresh: 'svc_ort_', client: 'svc_ocs_' }

/** A new authorization code, refresh token or client secret. Like a token: stored as its hash only. */
export const newOAuthSecret = (kind: OAuthSecretKind): string => oauthPrefixes[kind] + randomText(40)

/** The secret part of a mailed link: invitation, password reset, email confirmation. */
export const newLinkToken = (): string => randomText(40)

/** The stored hash of a token. Tokens have too much entropy to guess, so no salt is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The last four characters, to tell tokens apart. */
export const hintOf = (token: string): string => token.slice(-4)

/** Whether it has the format of a token. Checked before querying the database. */
export const looksLikeToken = (value: string): boolean => /^svc_(pat|oat)_[0-9A-Za-z]{32,128}$/.test(value)
