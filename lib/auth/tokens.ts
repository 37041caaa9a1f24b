import { createHash, randomBytes } from 'node:crypto'

export type TokenKind = 'personal' | 'oauth'

const prefixes: Record<TokenKind, string> = { personal: 'svc_pat_', oauth: 'svc_oat_' }
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random letters and digits; bytes past the largest multiple of 62 are thrown away, so that none is likelier. */
function randomWord(length: number): string {
  let word = ''
  while (word.length < length) {
    for (const byte of randomBytes(length)) if (byte < 248 && word.length < length) word += alphabet[byte % 62]
  }
  return word
}

/** A new token: 40 random characters (238 bits) behind the prefix of its kind. Shown once, never stored. */
export const newToken = (kind: TokenKind): string => prefixes[kind] + randomWord(40)

/** The secret part of a link that is mailed: an invitation, a password reset, an address confirmation. */
export const newLinkToken = (): string => randomWord(40)

/** What is stored of a token. It has far too many bits to be guessed from its hash, so no salt is needed. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The last four characters, by which a person tells their tokens apart. */
export const hintOf = (token: string): string => token.slice(-4)

/** Whether it can be a token at all; anything else is refused before the database is asked. */
export const looksLikeToken = (word: string): boolean => /^svc_(pat|oat)_[0-9A-Za-z]{32,128}$/.test(word)
