import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** Scripts of a page in kB gzipped, without those fetched later for other pages. */
export async function weightKb(page: Page, address: string): Promise<number> {
  const html = await (await page.request.get(address)).text()
  // `nomodule` scripts are for obsolete browsers.
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag))
  const sources = new Set(scripts.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []))
  if (sources.size < 3) throw new Error(`${address} has only ${sources.size} scripts: not a page of the app.`)
  const bodies = await Promise.all([...sources].map(async (source) => (await page.request.get(source)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000
}
