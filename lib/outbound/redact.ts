/**
 * What a network answers, and what a socket error says, may repeat the credential it was called with. Everything that
 * is kept for people to read goes through here first.
 */

const maxKept = 2_000

/** Forms that a credential takes even when its value is not at hand: headers, query strings, JSON members. */
const forms: readonly [RegExp, string][] = [
  [/\b(Bearer|OAuth|Ghost|Basic)\s+[A-Za-z0-9+/=._~:-]{8,}/g, '$1 [removed]'],
  [/\boauth_(signature|token|consumer_key|nonce)(=|%3D)"?[^\s"&,]+"?/gi, 'oauth_$1$2[removed]'],
  [
    /\b(access_token|refresh_token|client_secret|appsecret_proof|fb_exchange_token|input_token|code_verifier)(=|%3D)[^\s"'&<>]+/gi,
    '$1$2[removed]',
  ],
  [
    /"(access_token|refresh_token|client_secret|appsecret_proof|id_token|x-amz-security-token|x-amz-signature)"\s*:\s*"(?:[^"\\]|\\.)*"/gi,
    '"$1":"[removed]"',
  ],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}/g, '[removed]'],
]

/** Takes the given secrets and everything that looks like one out of a text. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) {
    // A short one would blank out ordinary words, and no network hands out such a credential.
    if (secret.length < 6) continue
    clean = clean.replaceAll(secret, '[removed]').replaceAll(encodeURIComponent(secret), '[removed]')
  }
  for (const [form, replacement] of forms) clean = clean.replace(form, replacement)
  return clean
}

/** The same for everything that a parsed answer says. */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redact(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactJson(member, secrets)]))
}

/** The part of an answer that is kept beside an attempt. */
export function keptAnswer(text: string, secrets: readonly string[] = []): string | null {
  // Cut only after cleaning, or half of a token at the edge would no longer match; the first cut bounds the work.
  const kept = redact(text.slice(0, maxKept * 4), secrets).slice(0, maxKept)
  return kept === '' ? null : kept
}
