import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type parseFeed as Parse, parseFeed } from 'feedsmith'
import { itemsParsed } from '../limits'
import { SourceError } from './source'

export type ParsedFeed = ReturnType<typeof Parse>

/** Parsed at once. The worst documents of this size take 50 ms. */
const inlineChars = 32_768
const deadlineMs = 10_000
/** Takes 2 s at worst, so it must not block posts. JavaScript, because it runs without a build. */
const parser = `
const { parentPort, workerData: { text, from, maxItems } } = require('node:worker_threads')
const { createRequire } = require('node:module')
let parsed
try {
  parsed = createRequire(from)('feedsmith').parseFeed(text, { maxItems })
} catch (error) {
  if (error.code === 'MODULE_NOT_FOUND') throw error
}
parentPort.postMessage(parsed)
`
/** In megabytes. */
const memoryMax = 256

/**
 * Parses RSS, Atom, RDF or JSON Feed. Larger documents are parsed in a thread, with a limit on time and memory.
 *
 * @throws SourceError
 */
export async function parseFeedText(text: string): Promise<ParsedFeed> {
  const parsed = text.length <= inlineChars ? parseInline(text) : await parseInThread(text)
  if (!parsed) throw new SourceError('This is not a valid RSS or Atom feed. Check the address in a feed validator.')
  return parsed
}

function parseInline(text: string): ParsedFeed | undefined {
  try {
    return parseFeed(text, { maxItems: itemsParsed })
  } catch {
    return undefined
  }
}

async function parseInThread(text: string): Promise<ParsedFeed | undefined> {
  const worker = new Worker(parser, {
    eval: true,
    execArgv: [],
    workerData: { text, from: join(process.cwd(), 'package.json'), maxItems: itemsParsed },
    resourceLimits: { maxOldGenerationSizeMb: memoryMax },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<ParsedFeed | undefined>((resolve, reject) => {
      const tooComplex = () => reject(new SourceError('The feed is too complex to read. Use one with fewer items.'))
      worker.once('message', resolve)
      worker.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooComplex() : reject(error),
      )
      timer = setTimeout(tooComplex, deadlineMs)
    })
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
