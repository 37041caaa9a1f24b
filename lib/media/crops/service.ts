import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { draftPath, type Spooled } from '@/lib/api/spool'
import { isSandboxMedia } from '@/lib/channels/media/open-media'
import { deadlineIn } from '@/lib/deadline'
import { AppError, invalid, notFound } from '@/lib/errors'
import { type FetchedFile, fetchFile } from '@/lib/media-files/fetch-file'
import { encodedPixelsMax } from '@/lib/media-files/limits'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { MediaError } from '@/lib/outbound/media'
import { asStorageUnavailable } from '@/lib/storage/storage-unavailable'
import { millions, pixelsOf } from '../cleaning/clean'
import { encodeUpright } from '../cleaning/encode'
import { type AssetRow, createAssetFromFile } from '../create-asset'
import { runMediaWork } from '../media-work'
import { findAsset } from '../repository'
import { fileUrlOf, serializeAsset } from '../serializer'
import type { cropAsset } from './contract'
import { type Rectangle, sourceRectangle } from './crop-rectangle'

type Input = InputOf<typeof cropAsset>
type Edit = Pick<Input, 'crop' | 'rotate' | 'flip'>

/** For fetching the file, which may be remote. */
const deadlineMs = 20_000
/** Larger images are refused by their pixels anyway. */
const sourceBytesMax = 50_000_000

/** Creates an asset from a part of an image. */
export async function crop(context: Context, { id, ...input }: Input): Promise<AnswerOf<typeof cropAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  const { db } = context
  const source = await findAsset(db, projectId, id)
  if (!source) throw notFound('asset')
  if (!input.crop && input.rotate === 0 && !input.flip)
    throw invalid('crop', 'is required, or rotate, or flip. Without them nothing would change.', 'required')
  requireImage(source.mime_type)
  const { path, facts } = await fetched(fileUrlOf(source))
  requireImage(facts.mime, facts.isAnimated)
  const pixels = pixelsOf(facts)
  if (pixels > encodedPixelsMax) throw tooManyPixels(pixels)
  const file = await runMediaWork(projectId, () => cropFile(path, facts, input))
  try {
    const asset = await createAssetFromFile(db, projectId, file, {
      name: input.name ?? nameOf(source, file),
      category: source.category,
      tags: source.tags,
      altText: source.alt_text,
      derivedFrom: source.id,
    })
    return { asset: serializeAsset(asset), file_url: fileUrlOf(asset) }
  } finally {
    await rm(file.path, { force: true })
  }
}

/** @throws unsupported_media_type for a file that cannot be cropped without losing something */
function requireImage(mime: string, isAnimated = false): void {
  const what = mime.startsWith('video/')
    ? 'Videos'
    : mime === 'image/svg+xml'
      ? 'SVGs'
      : isAnimated
        ? 'Animations'
        : null
  if (!what) return
  throw new AppError(
    'unsupported_media_type',
    `${what} cannot be cropped. Choose a JPEG, PNG, WebP or still GIF image.`,
  )
}

const tooManyPixels = (pixels: number): AppError => {
  const message = `has ${millions(pixels)} pixels. Images of up to ${millions(encodedPixelsMax)} can be cropped. Make it smaller first.`
  return invalid('file', message, 'too_many_pixels')
}

async function fetched(url: string): Promise<FetchedFile> {
  try {
    const options = { signal: deadlineIn(deadlineMs), maxBytes: sourceBytesMax, isTrusted: isSandboxMedia }
    return await fetchFile(url, options)
  } catch (error) {
    throw error instanceof MediaError ? invalid('file', error.message, error.kind) : asStorageUnavailable(error)
  }
}

type Cropped = Spooled & { width: number; height: number }

async function cropFile(source: string, facts: MediaFacts, edit: Edit): Promise<Cropped> {
  const size = { width: facts.width ?? 1, height: facts.height ?? 1 }
  const area = sourceRectangle(size, edit)
  const { rotate } = edit
  const bytes = await encodeUpright(source, facts.mime, (upright) =>
    (isWhole(area, size) ? upright : upright.extract(area)).flop(edit.flip).rotate(rotate),
  )
  const path = await draftPath()
  try {
    await writeFile(path, bytes, { flag: 'wx' })
  } catch (error) {
    await rm(path, { force: true })
    throw asStorageUnavailable(error)
  }
  const isOnItsSide = rotate === 90 || rotate === 270
  return {
    path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    filename: null,
    declaredType: facts.mime,
    width: isOnItsSide ? area.height : area.width,
    height: isOnItsSide ? area.width : area.height,
  }
}

const isWhole = ({ width, height }: Rectangle, size: { width: number; height: number }): boolean =>
  width === size.width && height === size.height

/** “bread.jpg” → “bread-1080x1350.jpg”. The size of an earlier crop is replaced. */
function nameOf({ name }: AssetRow, { width, height }: Cropped): string {
  const ending = /\.\w{1,5}$/.exec(name)?.[0] ?? ''
  const size = `-${width}x${height}${ending}`
  const base = name.slice(0, name.length - ending.length).replace(/-\d+x\d+$/, '')
  return base.slice(0, 200 - size.length).trimEnd() + size
}
