/** Where the words of a story want its tracked link. Spaces and case are forgiven: the typo would be public. */
const linkToken = /\{\{\s*link\s*\}\}/gi
/** One word in double braces. Text that merely has braces in it is nobody's token. */
const anyToken = /\{\{\s*([a-z][\w-]*)\s*\}\}/gi

export const mentionsLink = (text: string): boolean => text.search(linkToken) >= 0

/** Puts the link in place of each `{{link}}`. Without one the token stays, for the checks to find. */
export const fillLink = (text: string, link: string | null): string =>
  link === null ? text : text.replace(linkToken, () => link)

/** What is left in double braces once links are in, each token once, as it was written. */
export const tokensIn = (text: string): { written: string; isLink: boolean }[] => {
  const found = [...text.matchAll(anyToken)].map(([written, name]) => ({ written, isLink: /^link$/i.test(name ?? '') }))
  return found.filter(({ written }, index) => found.findIndex((other) => other.written === written) === index)
}

/** An address that readers can follow, as networks find them in a text. */
export const namesAddress = (text: string): boolean => /\b(?:https?:\/\/|www\.)\S/i.test(text)
