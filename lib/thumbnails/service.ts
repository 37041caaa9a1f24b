import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { isSandboxMedia } from '@/lib/channels/media/open-media'
import { systemClock } from '@/lib/clock'
import { fairQueue } from '@/lib/concurrency/fair-queue'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { log } from '@/lib/logger'
import { readFacts } from '@/lib/media-files/facts'
import { bytesOfFile, fetchedFolder, fetchFile, freshForMs } from '@/lib/media-files/fetch-file'
import { MediaError } from '@/lib/outbound/media'
import { inspectMedia } from '@/lib/renditions/inspect'
import { findFacts } from '@/lib/renditions/prepare'
import { findRenditions, insertRendition, type Known, markUsed, storeKnown } from '@/lib/renditions/repository'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { encodeLargeView, encodeThumbnail } from './encode'

/** `small` for lists, `large` for a dialog. */
export type ThumbnailSize = 'small' | 'large'
/** The recipe of `media_renditions`, and how to make it. */
const sizes = {
  small: { recipe: 'thumbnail', encode: encodeThumbnail },
  large: { recipe: 'large-view', encode: encodeLargeView },
}
/** Larger images have no thumbnail. */
const sourceBytesMax = 50_000_000
/** For fetching a remote image. */
const deadlineMs = 15_000

/** Slow servers and large images of one project must not delay the thumbnails of others. */
const runFairly = fairQueue(3)
/** Thumbnails being made, so that a page with one image ten times makes one. */
const running = new Map<string, Promise<string | null>>()

/**
 * The storage path of the thumbnail of an image: of an uploaded file or a remote one. Makes it if there is none.
 *
 * @returns null for videos and for images that cannot be fetched or read
 * @throws not_found if the caller has no access to the project
 */
export async function thumbnailPath(
  context: Context,
  { projectId, url, size }: { projectId: string; url: string; size: ThumbnailSize },
): Promise<string | null> {
  const access = await accessProject(context, projectId, 'media:read')
  return findOrMakeThumbnail(context.db, access.projectId, { url, size })
}

/** The same for a project whose access was checked. */
export async function findOrMakeThumbnail(
  db: Database,
  projectId: string,
  { url, size }: { url: string; size: ThumbnailSize },
): Promise<string | null> {
  const preview =
    size === 'small' ? ((await findPreview(db, projectId, url)) ?? (await findKept(db, projectId, url))) : undefined
  const found = preview ?? (await findStored(db, projectId, url, size))
  if (found !== undefined) return found
  const key = `${projectId} ${size} ${url}`
  const shared = running.get(key)
  if (shared) return shared
  const work = runFairly(projectId, () => make(db, projectId, url, size))
  running.set(key, work)
  void work.catch(() => {}).finally(() => running.delete(key))
  return work
}

/** Uploaded images have a preview within seconds. */
async function findPreview(db: Database, projectId: string, url: string): Promise<string | undefined> {
  const path = storage().pathOf(url)
  if (!path) return undefined
  const asset = await db
    .selectFrom('assets')
    .select('preview_path')
    .where('project_id', '=', projectId)
    .where('path', '=', path)
    .executeTakeFirst()
  return asset?.preview_path ?? undefined
}

/** The thumbnail of an imported post. Its URL may have expired. */
async function findKept(db: Database, projectId: string, url: string): Promise<string | undefined> {
  const { rows } = await sql<{ path: string }>`
    select path from imported_thumbnails
    where project_id = ${projectId} and url_hash = sha256(convert_to(${url}, 'UTF8')) and path is not null
    limit 1`.execute(db)
  return rows[0]?.path
}

/** Null if it is known that there is none, undefined if the image has to be read. */
async function findStored(
  db: Database,
  projectId: string,
  url: string,
  size: ThumbnailSize,
): Promise<string | null | undefined> {
  const { recipe } = sizes[size]
  const known = (await findFacts(db, projectId, [url])).get(url)
  if (!known) return undefined
  const { facts, error, fetchedAt } = known
  if (facts && !hasThumbnail(facts)) return null
  if (facts?.sha256) {
    // Before the lookup, so that the clean-up does not delete it in between.
    await markUsed(db, projectId, [{ sha256: facts.sha256, recipe }])
    const stored = await findRenditions(db, projectId, [facts.sha256])
    const path = stored.get(`${facts.sha256} ${recipe}`)?.path
    if (path) return path
  }
  const isRecent = systemClock().getTime() - fetchedAt.getTime() < freshForMs
  return error && !error.isPassing && isRecent ? null : undefined
}

const hasThumbnail = ({ mime, bytes }: NonNullable<Known['facts']>): boolean =>
  mime.startsWith('image/') && bytes <= sourceBytesMax

async function make(db: Database, projectId: string, url: string, size: ThumbnailSize): Promise<string | null> {
  const { recipe, encode } = sizes[size]
  const signal = deadlineIn(deadlineMs)
  // Reads only the start, so that a video is not downloaded.
  await inspectMedia(db, projectId, [url], signal)
  const known = (await findFacts(db, projectId, [url])).get(url)
  if (!known?.facts || known.error || !hasThumbnail(known.facts)) return null
  try {
    const file = await fetchFile(url, { signal, maxBytes: sourceBytesMax, isTrusted: isSandboxMedia })
    if (!storage().pathOf(url))
      await storeKnown(db, projectId, url, { facts: file.facts, error: null, etag: file.etag })
    const thumbnail = await encode(await bytesOfFile(file), file.facts.mime).catch(() => {
      throw new MediaError('not_media', false, 'The image is damaged and cannot be read completely.')
    })
    return await store(db, projectId, { sha256: file.facts.sha256, recipe }, thumbnail)
  } catch (cause) {
    if (!(cause instanceof MediaError)) throw cause
    log.info('media.thumbnail_failed', { project_id: projectId, cause })
    return null
  }
}

/** @returns the path of the stored one, which may be from another process */
async function store(
  db: Database,
  projectId: string,
  entry: { sha256: string; recipe: string },
  thumbnail: Buffer,
): Promise<string> {
  const draft = join(/* turbopackIgnore: true */ await fetchedFolder(), randomUUID())
  try {
    await writeFile(draft, thumbnail)
    const path = pathFor(projectId, 'image/webp')
    const facts = await readFacts(draft, 'the thumbnail')
    await storage().putFile(path, draft, 'image/webp')
    const inserted = await insertRendition(db, projectId, { ...entry, path, facts })
    if (inserted.path !== path) await storage().delete(path)
    return inserted.path
  } finally {
    await rm(draft, { force: true })
  }
}
