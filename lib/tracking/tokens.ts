/** Where the words of a story want its tracked link. Spaces and case are forgiven: the typo would be public. */
const linkToken = /\{\{\s*link\s*\}\}/gi
/** One word in double braces. Text that merely has braces in it is nobody's token. */
const anyToken = /\{\{\s*([a-z][\w-]*)\s*\}\}/gi

export const mentionsLink = (text: string): boolean => text.search(linkToken) >= 0

/** Puts the link in place of each `{{link}}`. Without one the token stays, for the checks to find. */
export const fillLink = (text: string, link: string | null): string =>
  link === null ? text : text.replace(linkToken, () => link)

/** Tokens that are told of. More of them are no typing errors. */
const listedTokensMax = 20

/** What is left in double braces once links are in, each token once, as it was written. The first few of them. */
export function tokensIn(text: string): { written: string; isLink: boolean }[] {
  const found = new Map<string, { written: string; isLink: boolean }>()
  for (const [written, name] of text.matchAll(anyToken)) {
    if (!found.has(written)) found.set(written, { written, isLink: /^link$/i.test(name ?? '') })
    if (found.size === listedTokensMax) break
  }
  return [...found.values()]
}

/** An address that readers can follow, as networks find them in a text. */
export const namesAddress = (text: string): boolean => /\b(?:https?:\/\/|www\.)\S/i.test(text)
