/** `\75rl(` is `url(` (CSS Syntax, section 4.3.7). */
const unescaped = (css: string): string =>
  css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, code: string | undefined, character: string | undefined) =>
    code === undefined ? (character ?? '') : String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
  )

const withoutComments = (css: string): string => css.replace(/\/\*.*?(?:\*\/|$)/gs, '')

/** Everything that loads a resource or used to run code, including functions that take a plain string as a URL. */
const loading =
  /@import|@namespace|@charset|image-set\s*\(|\bimage\s*\(|\bsrc\s*\(|cross-fade\s*\(|expression\s*\(|-moz-binding|behavior\s*:|javascript:/i
const urlFunction = /url\s*\(\s*(?:"([^"]*)"|'([^']*)'|([^)]*))/gi

/** Whether every `url()` refers to an element of the same SVG. */
function isInternal(value: string): boolean {
  for (const [, double, single, bare] of value.matchAll(urlFunction)) {
    if (!/^#[^\s"'<>\\]*$/.test((double ?? single ?? bare ?? '').trim())) return false
  }
  return true
}

/**
 * Drops each CSS rule or declaration that loads something, and keeps the others: an SVG that imports a font keeps its
 * colors.
 */
export function safeCss(css: string): string {
  if (isSafeCss(css)) return css
  const left = statementsOf(withoutComments(css)).filter(isSafeCss).join('')
  // Guards against wrong splits: the result as a whole must pass too.
  return isSafeCss(left) ? left.trim() : ''
}

/** Splits rules and declarations of one level (CSS Syntax, section 5). Brackets and quotes are not split. */
function statementsOf(css: string): string[] {
  const statements: string[] = []
  let start = 0
  let depth = 0
  for (let at = 0; at < css.length; at = nextPosition(css, at)) {
    const character = css[at] as string
    if ('{(['.includes(character)) depth += 1
    if ('})]'.includes(character)) depth = Math.max(0, depth - 1)
    if (depth > 0 || (character !== ';' && character !== '}')) continue
    statements.push(css.slice(start, at + 1))
    start = at + 1
  }
  return [...statements, css.slice(start)]
}

/** Position after an escape, a quoted string or one character. An unclosed string runs to the end. */
function nextPosition(css: string, from: number): number {
  const character = css[from]
  if (character === '\\') return from + 2
  if (character !== '"' && character !== "'") return from + 1
  let at = from + 1
  while (at < css.length && css[at] !== character) at += css[at] === '\\' ? 2 : 1
  return at + 1
}

/** Whether CSS loads nothing. Checks it as written, without comments and with escapes resolved. */
export function isSafeCss(css: string): boolean {
  const plain = withoutComments(css)
  return [css, plain, unescaped(css), unescaped(plain)].every((form) => !loading.test(form) && isInternal(form))
}
