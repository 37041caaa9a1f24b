import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(process.cwd(), 'node_modules/@fontsource/inter/files')

let rules: string | undefined

/** Inter for Latin texts, within the page: it must be one file that can be saved. About 65 kB. */
export function fontFaces(): string {
  rules ??= [400, 600].map(faceOf).join('')
  return rules
}

function faceOf(weight: number): string {
  const bytes = readFileSync(join(folder, `inter-latin-${weight}-normal.woff2`)).toString('base64')
  return `@font-face{font-family:Inter;font-weight:${weight};font-display:swap;src:url(data:font/woff2;base64,${bytes}) format("woff2")}`
}
