import { readFile, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type Database, transaction } from '@/lib/db/pool'
import { AppError, conflict, notFound } from '@/lib/errors'
import { log } from '@/lib/logger'
import { pixelsMax } from '@/lib/media-files/limits'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import { encodeThumbnail } from '@/lib/thumbnails/encode'
import { cleanFile } from '../cleaning/clean'
import type { AssetRow } from '../create-asset'
import { runMediaWork } from '../media-work'
import { findAsset } from '../repository'
import { serializeAsset } from '../serializer'
import { posterTypes, type setAssetPoster } from './contract'

/** More than any network shows. */
const sideMax = 1_920

/** Runs before the body is read. */
export async function checkBefore(
  context: Context,
  { id }: Pick<InputOf<typeof setAssetPoster>, 'id'>,
): Promise<undefined> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  requireVideo(await findAsset(context.db, projectId, id))
}

/** Stores the cover of a video, and its small preview. */
export async function setPoster(
  context: Context,
  { id, file }: InputOf<typeof setAssetPoster>,
): Promise<AnswerOf<typeof setAssetPoster>> {
  const { db } = context
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  requireVideo(await findAsset(db, projectId, id))
  const { poster, preview } = await runMediaWork(projectId, () => encode(file))
  const poster_path = await put(projectId, poster, 'image/jpeg')
  const preview_path = await put(projectId, preview, 'image/webp')
  const { saved, before } = await save(db, projectId, id, { poster_path, preview_path })
  for (const old of [before.poster_path, before.preview_path]) await deleteStored(old)
  return serializeAsset(saved)
}

function requireVideo(row: AssetRow | undefined): void {
  if (!row) throw notFound('asset')
  if (!row.mime_type.startsWith('video/'))
    throw conflict('Only videos have a cover image. An image is its own preview.')
}

/** @throws unsupported_media_type for anything but an image of one of the types */
async function encode(file: Parameters<typeof cleanFile>[0]): Promise<{ poster: Buffer; preview: Buffer }> {
  const { path, facts } = await cleanFile(file)
  try {
    const { mime } = facts
    if (!posterTypes.some((type) => type === mime))
      throw new AppError('unsupported_media_type', `A cover must be a JPEG, PNG or WebP, but this is ${mime}.`)
    const bytes = await readFile(path)
    const poster = await sharp(bytes, { limitInputPixels: pixelsMax })
      .autoOrient()
      .resize(sideMax, sideMax, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .toColourspace('srgb')
      .jpeg({ quality: 90 })
      .toBuffer()
    return { poster, preview: await encodeThumbnail(bytes, mime) }
  } finally {
    if (path !== file.path) await rm(path, { force: true })
  }
}

async function put(projectId: string, bytes: Buffer, type: string): Promise<string> {
  const path = pathFor(projectId, type)
  await storage()
    .put(path, Readable.from([bytes]), type)
    .catch((error: unknown) => {
      throw asStorageUnavailable(error)
    })
  return path
}

type Paths = { poster_path: string; preview_path: string }

/** The clean-up deletes the new files if the asset was deleted meanwhile. */
const save = (db: Database, projectId: string, id: string, paths: Paths) =>
  transaction(db, async (tx) => {
    const rows = tx.selectFrom('assets').selectAll().where('project_id', '=', projectId).where('id', '=', id)
    const before = await rows.forUpdate().executeTakeFirst()
    if (!before) throw notFound('asset')
    const saved = await tx
      .updateTable('assets')
      .set(paths)
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return { saved, before }
  })

async function deleteStored(path: string | null): Promise<void> {
  if (path === null) return
  await storage()
    .delete(path)
    .catch((cause: unknown) => log.warn('media.delete_failed', { path, cause }))
}
