/** `{{link}}` with any spaces and case, so that variants are not published as text. */
const linkToken = /\{\{\s*link\s*\}\}/gi
/** One word in double braces. Other text in braces is not a token. */
const anyToken = /\{\{\s*([a-z][\w-]*)\s*\}\}/gi

export const mentionsLink = (text: string): boolean => text.search(linkToken) >= 0

/** Replaces each `{{link}}`. Without a link the token stays, so that checks find it. */
export const fillLink = (text: string, link: string | null): string =>
  link === null ? text : text.replace(linkToken, () => link)

/** Max tokens reported. */
const listedTokensMax = 20

/** Remaining tokens after links are filled in: the first few, without duplicates. */
export function tokensIn(text: string): { written: string; isLink: boolean }[] {
  // Most texts have none, and a forecast checks thousands.
  if (!text.includes('{{')) return []
  const found = new Map<string, { written: string; isLink: boolean }>()
  for (const [written, name] of text.matchAll(anyToken)) {
    if (!found.has(written)) found.set(written, { written, isLink: /^link$/i.test(name ?? '') })
    if (found.size === listedTokensMax) break
  }
  return [...found.values()]
}

/** A URL as networks detect it in text. */
export const containsUrl = (text: string): boolean => /\b(?:https?:\/\/|www\.)\S/i.test(text)
