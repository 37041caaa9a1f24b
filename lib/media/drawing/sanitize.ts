import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { Parser } from 'htmlparser2'
import { invalid } from '@/lib/errors'
import { harmlessCss, isHarmlessCss } from './css'
import { animated, animations, attributes, elements } from './names'

/** Deeper than anybody draws; readers of such a drawing run out of stack. */
const depthMax = 200
/** Characters taken at once, so that others get their turn in between. */
const takenAtOnce = 65_536

/** Whether a file begins as XML or as a drawing does. A mark of the byte order may stand before it. */
export async function looksLikeDrawing(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(512), 0, 512, 0)
    const begin = buffer.toString('utf8', 0, bytesRead)
    return /^\uFEFF?\s*<(?:\?xml|!--|!doctype|svg\b|[\w.-]+:svg\b)/i.test(begin)
  } finally {
    await file.close()
  }
}

/**
 * Writes a drawing anew with nothing in it but what draws: by lists of elements and attributes, each value escaped. What
 * the text had besides (scripts, handlers, addresses that lead out, entities, instructions, comments) is not copied.
 *
 * Not by a library for HTML: the one at hand writes the text of `style` as it is, so that a CDATA section in it becomes
 * elements of the drawing.
 *
 * @returns null when there is no `svg` in it
 * @throws validation_error for what is nested too deeply, or is no UTF-8
 */
export async function sanitizeDrawing(bytes: Buffer): Promise<string | null> {
  const text = decoded(bytes)
  const writer = new DrawingWriter()
  const parser = new Parser(writer, { xmlMode: true, decodeEntities: true })
  for (let at = 0; at < text.length; at += takenAtOnce) {
    parser.write(text.slice(at, at + takenAtOnce))
    await setImmediate()
  }
  parser.end()
  return writer.text()
}

function decoded(bytes: Buffer): string {
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w-]+)["']/i.exec(bytes.toString('latin1', 0, 200))?.[1]
  const isLatin = /^(?:iso-8859-1|windows-1252|us-ascii)$/i.test(declared ?? '')
  try {
    return new TextDecoder(isLatin ? 'windows-1252' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('file', 'is no text in UTF-8. Save the drawing as UTF-8.', 'invalid_text')
  }
}

/** Characters that no XML may have (XML 1.0, section 2.2). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const unwritable = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(unwritable, '').replace(/[&<>"]/g, (sign) => escapes[sign] ?? '')

/** Drawings that name their elements `svg:rect` mean the same. */
const plainName = (name: string): string => name.replace(/^svg:/, '')

const namespaces = ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'

class DrawingWriter {
  private readonly parts: string[] = []
  private depth = 0
  /** How many elements are open inside one that is left out, it included. */
  private skipped = 0
  private isDone = false
  private css: string[] | null = null

  text(): string | null {
    return this.parts.length > 0 ? this.parts.join('') : null
  }

  onopentag(given: string, values: Record<string, string>): void {
    const name = plainName(given)
    if (this.skipped > 0 || this.css || !this.isWanted(name, values)) {
      this.skipped += 1
      return
    }
    if (this.depth === depthMax) throw invalid('file', `is nested deeper than ${depthMax} levels`, 'too_deep')
    this.parts.push(`<${name}${this.depth === 0 ? namespaces : ''}${attributesOf(values)}>`)
    this.depth += 1
    if (name === 'style') this.css = []
  }

  ontext(text: string): void {
    if (this.skipped > 0 || this.depth === 0) return
    if (this.css) this.css.push(text)
    else this.parts.push(escaped(text))
  }

  onclosetag(given: string): void {
    if (this.skipped > 0) {
      this.skipped -= 1
      return
    }
    if (this.depth === 0) return
    if (this.css) {
      this.parts.push(escaped(harmlessCss(this.css.join(''))))
      this.css = null
    }
    this.parts.push(`</${plainName(given)}>`)
    this.depth -= 1
    this.isDone = this.depth === 0
  }

  private isWanted(name: string, values: Record<string, string>): boolean {
    if (this.isDone || (this.depth === 0 && name !== 'svg') || !elements.has(name)) return false
    return !animations.has(name) || isHarmlessAnimation(name, values)
  }
}

/** One that moves along a path names no attribute. */
const isHarmlessAnimation = (name: string, { attributeName }: Record<string, string>): boolean =>
  attributeName === undefined ? name === 'animateMotion' : animated.has(attributeName)

const attributesOf = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => [name, attributes.has(name) ? harmless(name, value) : null] as const)
    .map(([name, value]) => (value === null ? '' : ` ${name}="${escaped(value)}"`))
    .join('')

/** Something in the drawing itself, or a picture that is written out in it. */
const innerAddress = /^\s*(?:#[^\s"'<>\\]*|data:image\/(?:png|jpe?g|gif|webp);base64,[A-Za-z\d+/=\s]*)\s*$/

/** Null: it is left out. */
function harmless(name: string, value: string): string | null {
  if (name === 'href' || name === 'xlink:href') return innerAddress.test(value) ? value : null
  if (name === 'style') return harmlessCss(value) || null
  // Only a function fetches, and most values call none.
  return !value.includes('(') || isHarmlessCss(value) ? value : null
}
