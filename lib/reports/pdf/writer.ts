import { join } from 'node:path'
import PDFDocument from 'pdfkit'

export type Weight = 400 | 600
type Style = { size: number; weight?: Weight; color?: string }
type Doc = InstanceType<typeof PDFDocument>

export const colors = {
  ink: '#18181b',
  soft: '#5f5f69',
  line: '#e4e4e7',
  sunken: '#f4f4f5',
  accent: '#4f46e5',
  good: '#1a6b3c',
  bad: '#b3261e',
} as const

/** Inter by Unicode block. WOFF, because pdfkit cannot embed WOFF2. */
const blocks = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'] as const
const folder = join(process.cwd(), 'node_modules/@fontsource/inter/files')

/** Digits of one width. With proportional ones, the kerning of fontkit draws the comma of “27,134” under the 1. */
const tabular: PDFKit.Mixins.TextOptions = { features: ['tnum'] }
/** pdfkit does not cache the shape of a text with features. */
const optionsOf = (text: string): PDFKit.Mixins.TextOptions => (/\d/.test(text) ? tabular : {})

/** The font object that pdfkit keeps for the current font. Its types do not declare it. */
type FontFile = { hasGlyphForCodePoint(codePoint: number): boolean }

/** Draws text in Inter, and picks the file for each character. */
export class Writer {
  readonly doc: Doc
  readonly #files = new Map<string, FontFile>()
  readonly #widths = new Map<string, number>()

  constructor(title: string, createdAt: Date) {
    this.doc = new PDFDocument({
      size: 'A4',
      margin: 0,
      bufferPages: true,
      lang: 'en',
      displayTitle: true,
      font: fontPath('latin', 400),
      info: { Title: title, Creator: 'Storycast', Producer: 'Storycast', CreationDate: createdAt },
    })
  }

  async bytes(): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Buffer[] = []
    this.doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    const ended = new Promise((resolve) => this.doc.once('end', resolve))
    this.doc.end()
    await ended
    return new Uint8Array(Buffer.concat(chunks))
  }

  /** Draws one line. It is cut with “…” if it is wider than `width`. */
  line(
    text: string,
    x: number,
    y: number,
    style: Style & { width?: number; align?: 'left' | 'right' | 'center' },
  ): void {
    const { width, align = 'left' } = style
    const shown = width === undefined ? this.#clean(text, style) : (this.wrap(text, width, 1, style)[0] ?? '')
    const runs = this.#runs(shown, style).map((run) => ({ ...run, width: this.#drawnWidth(run, style) }))
    const free = width === undefined ? 0 : width - runs.reduce((sum, run) => sum + run.width, 0)
    let at = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
    for (const run of runs) {
      this.#choose(run.block, style)
      this.doc.fillColor(style.color ?? colors.ink).text(run.text, at, y, { ...optionsOf(run.text), lineBreak: false })
      at += run.width
    }
  }

  /** With kerning, so that right-aligned texts end at one place. Digits of one width have none. */
  #drawnWidth({ block, text }: { block: string; text: string }, style: Style): number {
    if (/\d/.test(text)) return this.measure(text, style)
    this.#choose(block, style)
    return this.doc.widthOfString(text)
  }

  /** The lines of a text, at most `most`. The last one is cut with “…” if there is more. */
  wrap(text: string, width: number, most: number, style: Style): string[] {
    const words = this.#clean(text, style).split(/\s+/).filter(Boolean)
    const lines: string[] = []
    let line = ''
    for (const [index, word] of words.entries()) {
      const longer = line === '' ? word : `${line} ${word}`
      if (this.measure(longer, style) <= width) {
        line = longer
        continue
      }
      if (line === '' || lines.length + 1 === most) {
        const rest = line === '' ? word : longer
        lines.push(this.#cut(rest, width, style))
        if (lines.length === most) return lines
        line = ''
        if (rest === word) continue
      } else lines.push(line)
      line = word
      if (index === words.length - 1 && this.measure(word, style) > width) line = this.#cut(word, width, style)
    }
    return line === '' ? lines : [...lines, line]
  }

  /** By the width of each character, without kerning: shaping every attempt of a line takes too long. */
  measure(text: string, { size, weight = 400 }: Style): number {
    let units = 0
    for (const character of text) units += this.#widthOf(character, weight)
    return (units * size) / 100
  }

  /** At a font size of 100. */
  #widthOf(character: string, weight: Weight): number {
    const key = `${weight}${character}`
    const known = this.#widths.get(key)
    if (known !== undefined) return known
    const style = { size: 100, weight }
    this.#choose(this.#blockOf(character, style) ?? 'latin', style)
    const width = this.doc.widthOfString(character, tabular)
    this.#widths.set(key, width)
    return width
  }

  #cut(text: string, width: number, style: Style): string {
    const letters = [...text]
    while (letters.length > 1 && this.measure(`${letters.join('')}…`, style) > width) letters.pop()
    return `${letters.join('').trimEnd()}…`
  }

  #choose(block: string, { size, weight = 400 }: Style): void {
    this.doc.font(fontPath(block, weight)).fontSize(size)
  }

  #fileOf(block: string, style: Style): FontFile {
    const path = fontPath(block, style.weight ?? 400)
    const known = this.#files.get(path)
    if (known) return known
    this.#choose(block, style)
    const { _font } = this.doc as unknown as { _font: { font: FontFile } }
    this.#files.set(path, _font.font)
    return _font.font
  }

  #blockOf(character: string, style: Style): string | undefined {
    const codePoint = character.codePointAt(0) ?? 0
    return blocks.find((block) => this.#fileOf(block, style).hasGlyphForCodePoint(codePoint))
  }

  /** Without emoji. Text in scripts that Inter lacks becomes “[…]”, which is readable, unlike empty boxes. */
  #clean(text: string, style: Style): string {
    const plain = text
      .normalize('NFC')
      .replace(
        /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\ufe0e\ufe0f]|\u200d|\u20e3/gu,
        (found) => (/[©®™]/.test(found) ? found : ''),
      )
      .replace(/\s+/g, ' ')
    let clean = ''
    let isMissing = false
    for (const character of plain) {
      if (character !== ' ' && this.#blockOf(character, style) === undefined) {
        if (!isMissing) clean += clean === '' || clean.endsWith(' ') ? '[…]' : ' […]'
        isMissing = true
      } else if (!(isMissing && character === ' ')) {
        clean += isMissing ? ` ${character}` : character
        isMissing = false
      }
    }
    return clean.trim()
  }

  /** Parts of a text by font file. */
  #runs(text: string, style: Style): { block: string; text: string }[] {
    const runs: { block: string; text: string }[] = []
    for (const character of text) {
      const last = runs.at(-1)
      const block = character === ' ' && last ? last.block : (this.#blockOf(character, style) ?? 'latin')
      if (last?.block === block) last.text += character
      else runs.push({ block, text: character })
    }
    return runs
  }
}

const fontPath = (block: string, weight: Weight): string => join(folder, `inter-${block}-${weight}-normal.woff`)
