import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'

/** The scripts that a page itself names, in kB gzipped; what is fetched later, for other pages, is not waited for. */
export async function weightKb(page: Page, address: string): Promise<number> {
  const html = await (await page.request.get(address)).text()
  // The one for browsers that know no modules is loaded by none that is still in use.
  const scripts = [...html.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag).filter((tag) => !/nomodule/i.test(tag))
  const sources = new Set(scripts.flatMap((tag) => /\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []))
  if (sources.size < 3) throw new Error(`${address} names ${sources.size} scripts: that is no page of ours.`)
  const bodies = await Promise.all([...sources].map(async (source) => (await page.request.get(source)).body()))
  return bodies.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000
}
