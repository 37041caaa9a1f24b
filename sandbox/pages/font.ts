import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Answer, type Call, emptyAnswer } from '../http/call'

const file = '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'
let font: Buffer | undefined

/** `/assets/inter.woff2`: the font of all pages. */
export async function fontAnswer({ path }: Call): Promise<Answer> {
  if (path !== '/inter.woff2') return emptyAnswer(404)
  font ??= readFileSync(createRequire(import.meta.url).resolve(file))
  return {
    status: 200,
    headers: { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' },
    body: font,
  }
}
