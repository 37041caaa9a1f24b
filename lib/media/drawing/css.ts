/** `\75rl(` is `url(` (CSS Syntax, section 4.3.7). */
const unescaped = (css: string): string =>
  css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, sign: string | undefined) =>
    code === undefined ? (sign ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  )

const withoutComments = (css: string): string => css.replace(/\/\*.*?(?:\*\/|$)/gs, '')

/** Everything that fetches or once ran: also functions that take a plain string for an address. */
const fetching =
  /@import|@namespace|@charset|image-set\s*\(|\bimage\s*\(|\bsrc\s*\(|cross-fade\s*\(|expression\s*\(|-moz-binding|behavior\s*:|javascript:/i
const address = /url\s*\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))/gi

/** Whether every address leads to something in the drawing itself. */
function leadsInside(value: string): boolean {
  for (const [, double, single, bare] of value.matchAll(address)) {
    if (!/^#[^\s"'<>\\]*$/.test((double ?? single ?? bare ?? '').trim())) return false
  }
  return true
}

/** Whether rules of style only say how things look. Judged as written, without comments, and without escapes. */
export function isHarmlessCss(css: string): boolean {
  const plain = withoutComments(css)
  return [css, plain, unescaped(css), unescaped(plain)].every((form) => !fetching.test(form) && leadsInside(form))
}
