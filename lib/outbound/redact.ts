/**
 * Responses of networks and socket errors may repeat credentials. Everything that users can read is redacted before
 * it is stored.
 */

const storedCharsMax = 2_000

/** Patterns of credentials in headers, query strings and JSON. */
const patterns: readonly [RegExp, string][] = [
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

/** Removes the given secrets and everything that looks like a credential. */
export function redact(text: string, secrets: readonly string[] = []): string {
  let clean = text
  for (const secret of secrets) {
    // Shorter ones would remove ordinary words, and no network issues them.
    if (secret.length < 6) continue
    clean = clean.replaceAll(secret, '[removed]').replaceAll(encodeURIComponent(secret), '[removed]')
  }
  for (const [pattern, replacement] of patterns) clean = clean.replace(pattern, replacement)
  return clean
}

/** Redacts all strings of a JSON value. */
export function redactJson(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return redact(value, secrets)
  if (Array.isArray(value)) return value.map((item) => redactJson(item, secrets))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactJson(member, secrets)]))
}

/** The part of a response that is stored with an attempt. */
export function redactedExcerpt(text: string, secrets: readonly string[] = []): string | null {
  // Cuts after redacting, because half a token would not match. The first cut limits the work.
  const excerpt = redact(text.slice(0, storedCharsMax * 4), secrets).slice(0, storedCharsMax)
  return excerpt === '' ? null : excerpt
}
