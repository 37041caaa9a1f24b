import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ResolvedPost } from '@/lib/channels/channel'
import { isSandboxMedia } from '@/lib/channels/media'
import type { MediaFacts } from '@/lib/channels/media-facts'
import { type Recipe, recipeKey } from '@/lib/channels/media-rules'
import { systemClock } from '@/lib/clock'
import type { Database } from '@/lib/db/pool'
import { log } from '@/lib/logger'
import { readFacts } from '@/lib/media/facts'
import { fairQueue } from '@/lib/media/fair-queue'
import { MediaFault } from '@/lib/outbound/media'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { type FetchedFile, fetchedFolder, fetchFile, freshForMs } from './fetched'
import { addressesOf, type Fitted, fitMedia, type Knowledge, nothingKnown } from './fit'
import { render } from './render'
import { findHosted, findKnown, findRenditions, insertRendition, type Known, keepKnown, noteUse } from './repository'

export type PrepareOptions = {
  signal?: AbortSignal
  /** What is known may be old: the network has some of the files already, and their addresses may be gone by now. */
  allowsOld?: boolean
}

/** Downloads of one post at a time: ten pictures of one server at once look like an attack to it. */
const downloadsAtOnce = 3

/** What the database knows of these addresses; nothing is fetched. */
export async function knowledgeOf(db: Database, projectId: string, urls: readonly string[]): Promise<Knowledge> {
  const known = await lookUp(db, projectId, urls)
  const hashes = [...known.values()].flatMap(({ facts }) => facts?.sha256 || [])
  return { known, renditions: await renditionsOf(db, projectId, hashes) }
}

/** What came in by ourselves was looked at then: its row says that it is still there, and nothing can change it. */
export async function lookUp(db: Database, projectId: string, urls: readonly string[]): Promise<Map<string, Known>> {
  const pathOf = new Map(urls.flatMap((url) => toPath(url, storage().pathOf(url))))
  const [known, hosted] = await Promise.all([
    findKnown(db, projectId, urls),
    findHosted(db, projectId, [...pathOf.values()]),
  ])
  for (const [url, path] of pathOf) {
    const facts = hosted.get(path)
    if (facts) known.set(url, { facts, fault: null, fetchedAt: systemClock() })
  }
  return known
}

const toPath = (url: string, path: string | null): [string, string][] => (path ? [[url, path]] : [])

async function renditionsOf(db: Database, projectId: string, hashes: string[]): Promise<Knowledge['renditions']> {
  const renditions = await findRenditions(db, projectId, hashes)
  return new Map([...renditions].map(([key, { path, facts }]) => [key, { url: storage().publicUrl(path), facts }]))
}

/**
 * Looks at every file of a post and makes what has to be made of them for its network.
 *
 * @returns the post as it can be sent; `issues` when only a person can mend it
 * @throws MediaFault when a file could not be had
 */
export async function prepareMedia(
  db: Database,
  projectId: string,
  post: ResolvedPost,
  options: PrepareOptions = {},
): Promise<Fitted> {
  const urls = addressesOf(post)
  if (urls.length === 0) return fitMedia(post, nothingKnown)
  let known = await lookUp(db, projectId, urls)
  const lookAt = async (wanted: readonly string[]): Promise<void> => {
    const unknown = wanted.filter((url) => !isKnownEnough(known.get(url), options))
    await inTurns(unknown, (url) => learn(db, projectId, url, options))
    if (unknown.length > 0) known = await lookUp(db, projectId, urls)
  }
  await lookAt([...new Set(post.media.map(({ url }) => url))])
  // A cover that is not shown must not keep anything back.
  await lookAt(shownCover(fitMedia(post, { known, renditions: new Map() })))
  // Most files go out as they are: then nothing more is asked.
  const plain = fitMedia(post, { known, renditions: new Map() })
  if (plain.issues.length > 0 || plain.files.every(({ rendition }) => rendition === null)) return plain
  await noteUse(db, projectId, recipesOf(plain))
  const fitted = fitMedia(post, await knowledgeOf(db, projectId, urls))
  const unmade = fitted.files.filter(({ rendition }) => rendition && rendition.url === null)
  if (unmade.length === 0) return fitted
  await inTurns(unmade, ({ originalUrl, rendition }) => make(db, projectId, originalUrl, rendition?.recipe, options))
  return fitMedia(post, await knowledgeOf(db, projectId, urls))
}

const recipesOf = ({ files }: Fitted): { sha256: string; recipe: string }[] =>
  files.flatMap(({ facts, rendition }) =>
    facts && rendition ? [{ sha256: facts.sha256, recipe: recipeKey(rendition.recipe) }] : [],
  )

const shownCover = ({ files }: Fitted): string[] =>
  files.flatMap(({ index, originalUrl }) => (index === 'cover' ? [originalUrl] : []))

/** Facts without a hash come from parts of the file, which is not on this machine yet. */
const isKnownEnough = (known: Known | undefined, { allowsOld }: PrepareOptions): boolean =>
  Boolean(known?.facts?.sha256) &&
  known !== undefined &&
  (allowsOld === true || (known.fault === null && systemClock().getTime() - known.fetchedAt.getTime() < freshForMs))

/** Fetches the file behind an address and keeps what it is, or why it could not be had. */
async function learn(db: Database, projectId: string, url: string, { signal }: PrepareOptions): Promise<FetchedFile> {
  const request = { isTrusted: isSandboxMedia, ...(signal ? { signal } : {}) }
  try {
    const file = await fetchFile(url, request)
    await keepKnown(db, projectId, url, { facts: file.facts, fault: null, etag: file.etag })
    return file
  } catch (error) {
    if (!(error instanceof MediaFault)) throw error
    const { kind, isPassing, message } = error
    await keepKnown(db, projectId, url, { facts: null, fault: { kind, isPassing, message }, etag: null })
    throw error
  }
}

/** Pictures are decoded and encoded whole. Projects take turns, so that the posts of one do not wait for another's. */
const inTurn = fairQueue(2)

/** Makes one rendition, stores it and enters it. What was stored for nothing is taken away again. */
async function make(
  db: Database,
  projectId: string,
  url: string,
  recipe: Recipe | undefined,
  options: PrepareOptions,
): Promise<void> {
  if (!recipe) return
  const file = await learn(db, projectId, url, options)
  const draft = join(/* turbopackIgnore: true */ await fetchedFolder(), randomUUID())
  try {
    await inTurn(projectId, () => render(file.path, file.facts, recipe, draft))
    const facts = await readFacts(draft, 'the rendition')
    const path = await store(projectId, draft, facts)
    const entry = { sha256: file.facts.sha256, recipe: recipeKey(recipe), path, facts }
    const stands = await insertRendition(db, projectId, entry)
    if (stands.path !== path) await storage().delete(path)
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

/** A few at a time; the first fault ends it. */
async function inTurns<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const lane = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: downloadsAtOnce }, lane))
}
