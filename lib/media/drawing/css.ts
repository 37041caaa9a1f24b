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

/**
 * What of rules or declarations only says how things look. One that does more is left out by itself, so that a drawing
 * which also asks for a font keeps its colours.
 */
export function harmlessCss(css: string): string {
  if (isHarmlessCss(css)) return css
  const left = statementsOf(withoutComments(css)).filter(isHarmlessCss).join('')
  // Whatever was cut wrong is caught here: what stays is judged as a whole.
  return isHarmlessCss(left) ? left.trim() : ''
}

/** Rules and declarations that stand side by side (CSS Syntax, section 5); brackets and quotes hold together. */
function statementsOf(css: string): string[] {
  const statements: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < css.length; at = afterSign(css, at)) {
    const sign = css[at] as string
    if ('{(['.includes(sign)) depth += 1
    if ('})]'.includes(sign)) depth = Math.max(0, depth - 1)
    if (depth > 0 || (sign !== ';' && sign !== '}')) continue
    statements.push(css.slice(start, at + 1))
    start = at + 1
  }
  return [...statements, css.slice(start)]
}

/** Behind an escape, a text in quotes, or one sign. A text that does not close goes on to the end. */
function afterSign(css: string, from: number): number {
  const sign = css[from]
  if (sign === '\\') return from + 2
  if (sign !== '"' && sign !== "'") return from + 1
  let at = from + 1
  while (at < css.length && css[at] !== sign) at += css[at] === '\\' ? 2 : 1
  return at + 1
}

/** Whether rules of style only say how things look. Judged as written, without comments, and without escapes. */
export function isHarmlessCss(css: string): boolean {
  const plain = withoutComments(css)
  return [css, plain, unescaped(css), unescaped(plain)].every((form) => !fetching.test(form) && leadsInside(form))
}
