import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResolvedPost } from '@/lib/channels/channel'
import { recipeKey } from '@/lib/channels/media/check-file'
import type { Recipe } from '@/lib/channels/media/media-rules'
import { isSandboxMedia } from '@/lib/channels/media/open-media'
import { systemClock } from '@/lib/clock'
import { fairQueue } from '@/lib/concurrency/fair-queue'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { readFacts } from '@/lib/media-files/facts'
import { type FetchedFile, fetchedFolder, fetchFile, freshForMs } from '@/lib/media-files/fetch-file'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { MediaError } from '@/lib/outbound/media'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { type Fitted, fitMedia, type Knowledge, mediaUrlsOf, nothingKnown } from './fit'
import { render } from './render'
import { findHosted, findKnown, findRenditions, insertRendition, type Known, markUsed, storeKnown } from './repository'

export type PrepareOptions = {
  signal?: AbortSignal
  /** Accepts old facts: the network may already have the files, and their URLs may no longer work. */
  allowsStale?: boolean
}

/** Parallel downloads per post. More at once could look like an attack to the server. */
const downloadsAtOnce = 3

/** What the database knows about these URLs. Fetches nothing. */
export async function knowledgeOf(db: Database, projectId: string, urls: readonly string[]): Promise<Knowledge> {
  const known = await findFacts(db, projectId, urls)
  const hashes = [...known.values()].flatMap(({ facts }) => facts?.sha256 || [])
  return { known, renditions: await renditionsOf(db, projectId, hashes) }
}

/** Facts of these URLs. Our own files never change, so their asset row is enough. */
export async function findFacts(db: Database, projectId: string, urls: readonly string[]): Promise<Map<string, Known>> {
  const pathOf = new Map(urls.flatMap((url) => toPath(url, storage().pathOf(url))))
  const [known, hosted] = await Promise.all([
    findKnown(db, projectId, urls),
    findHosted(db, projectId, [...pathOf.values()]),
  ])
  for (const [url, path] of pathOf) {
    const facts = hosted.get(path)
    if (facts) known.set(url, { facts, error: null, fetchedAt: systemClock() })
  }
  return known
}

const toPath = (url: string, path: string | null): [string, string][] => (path ? [[url, path]] : [])

async function renditionsOf(db: Database, projectId: string, hashes: string[]): Promise<Knowledge['renditions']> {
  const renditions = await findRenditions(db, projectId, hashes)
  return new Map([...renditions].map(([key, { path, facts }]) => [key, { url: storage().publicUrl(path), facts }]))
}

/**
 * Checks every file of a post and creates the renditions that its network needs.
 *
 * @returns the post to send, and `issues` that only the user can fix
 * @throws MediaError when a file could not be fetched
 */
export async function prepareMedia(
  db: Database,
  projectId: string,
  post: ResolvedPost,
  options: PrepareOptions = {},
): Promise<Fitted> {
  const urls = mediaUrlsOf(post)
  if (urls.length === 0) return fitMedia(post, nothingKnown)
  let known = await findFacts(db, projectId, urls)
  const fetchUnknown = async (wanted: readonly string[]): Promise<void> => {
    const unknown = wanted.filter((url) => !isKnownEnough(known.get(url), options))
    await inParallel(unknown, (url) => fetchAndStoreFacts(db, projectId, url, options))
    if (unknown.length > 0) known = await findFacts(db, projectId, urls)
  }
  await fetchUnknown([...new Set(post.media.map(({ url }) => url))])
  // A cover that is not used must not block the post.
  await fetchUnknown(shownCover(fitMedia(post, { known, renditions: new Map() })))
  // Most files need no rendition.
  const plain = fitMedia(post, { known, renditions: new Map() })
  if (plain.issues.length > 0 || plain.files.every(({ rendition }) => rendition === null)) return plain
  await markUsed(db, projectId, recipesOf(plain))
  const fitted = fitMedia(post, await knowledgeOf(db, projectId, urls))
  const missing = fitted.files.filter(({ rendition }) => rendition && rendition.url === null)
  if (missing.length === 0) return fitted
  await inParallel(missing, ({ originalUrl, rendition }) =>
    makeRendition(db, projectId, originalUrl, rendition?.recipe, options),
  )
  return fitMedia(post, await knowledgeOf(db, projectId, urls))
}

const recipesOf = ({ files }: Fitted): { sha256: string; recipe: string }[] =>
  files.flatMap(({ facts, rendition }) =>
    facts && rendition ? [{ sha256: facts.sha256, recipe: recipeKey(rendition.recipe) }] : [],
  )

const shownCover = ({ files }: Fitted): string[] =>
  files.flatMap(({ index, originalUrl }) => (index === 'cover' ? [originalUrl] : []))

/** Facts without a hash come from a part of the file, so it has to be fetched. */
const isKnownEnough = (known: Known | undefined, { allowsStale }: PrepareOptions): boolean =>
  Boolean(known?.facts?.sha256) &&
  known !== undefined &&
  (allowsStale === true || (known.error === null && systemClock().getTime() - known.fetchedAt.getTime() < freshForMs))

/** Fetches a file and stores its facts, or why it could not be fetched. */
async function fetchAndStoreFacts(
  db: Database,
  projectId: string,
  url: string,
  { signal }: PrepareOptions,
): Promise<FetchedFile> {
  const request = { isTrusted: isSandboxMedia, ...(signal ? { signal } : {}) }
  try {
    const file = await fetchFile(url, request)
    await storeKnown(db, projectId, url, { facts: file.facts, error: null, etag: file.etag })
    return file
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    const { kind, isPassing, message } = error
    await storeKnown(db, projectId, url, { facts: null, error: { kind, isPassing, message }, etag: null })
    throw error
  }
}

/** Rendering decodes whole images. Projects take turns. */
const runFairly = fairQueue(2)

/** Creates and stores a rendition. Deletes it if another process was first. */
async function makeRendition(
  db: Database,
  projectId: string,
  url: string,
  recipe: Recipe | undefined,
  options: PrepareOptions,
): Promise<void> {
  if (!recipe) return
  const file = await fetchAndStoreFacts(db, projectId, url, options)
  const draft = join(/* turbopackIgnore: true */ await fetchedFolder(), randomUUID())
  try {
    await runFairly(projectId, () => render(file.path, file.facts, recipe, draft))
    const facts = await readFacts(draft, 'the rendition')
    const path = await store(projectId, draft, facts)
    const entry = { sha256: file.facts.sha256, recipe: recipeKey(recipe), path, facts }
    const inserted = await insertRendition(db, projectId, entry)
    if (inserted.path !== path) await storage().delete(path)
    log.info('media.rendition', { project_id: projectId, recipe: entry.recipe, bytes: facts.bytes })
  } finally {
    await rm(draft, { force: true })
  }
}

async function store(projectId: string, draft: string, facts: MediaFacts): Promise<string> {
  const path = pathFor(projectId, facts.mime)
  await storage().putFile(path, draft, facts.mime)
  return path
}

/** Runs a few at a time. The first error ends it. */
async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: downloadsAtOnce }, lane))
}
