import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { AppError, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { factsForNetworks } from '@/lib/media-files/facts'
import { storeKnown } from '@/lib/renditions/repository'
import { storage } from '@/lib/storage/storage'
import type { StoryStatus } from '@/lib/stories/status'
import type * as contracts from './contract'
import { type AssetRow, createAssetFromFile } from './create-asset'
import { factColumns } from './fact-columns'
import { cursorAfter, readPlace } from './list-order'
import { readRemote } from './remote-file'
import { deleteAssetRow, findAsset, insertRemote, listAssetRows, updateAsset } from './repository'
import { splitWords } from './search-words'
import { fileUrlOf, serializeAsset } from './serializer'
import { findStoriesUsing } from './usage'

type Create = InputOf<typeof contracts.createAsset>

/** Creates an asset from an uploaded or a remote file. */
export async function create(context: Context, input: Create): Promise<AnswerOf<typeof contracts.createAsset>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:write')
  const row = await made(context, projectId, input)
  return { asset: serializeAsset(row), file_url: fileUrlOf(row) }
}

async function made(context: Context, projectId: string, input: Create): Promise<AssetRow> {
  const { file, category, tags, alt_text: altText } = input
  const source = 'source_url' in input ? input.source_url : undefined
  if (file && source !== undefined)
    throw invalid('source_url', 'cannot be combined with data_base64. Send one of them.')
  if (file) {
    const filename = file.filename ?? ('filename' in input ? input.filename : undefined)
    return createAssetFromFile(context.db, projectId, file, {
      name: nameOf(input.name, filename),
      category,
      tags,
      altText,
    })
  }
  if (source === undefined) {
    throw invalid('data_base64', 'is required, or source_url, or a form with the part file', 'required')
  }
  return register(context, projectId, source, input)
}

const nameOf = (name: string | undefined, filename: string | null | undefined): string =>
  name ?? (filename?.slice(0, 200).trim() || 'Untitled')

async function register(context: Context, projectId: string, url: string, input: Create): Promise<AssetRow> {
  const facts = await readRemote(url)
  // Saves a second download when stories that use the file are checked.
  await storeKnown(context.db, projectId, url, { facts: factsForNetworks(facts), error: null, etag: null })
  const filename = 'filename' in input && input.filename ? input.filename : lastSegment(url)
  return insertRemote(context.db, {
    id: newId(),
    project_id: projectId,
    name: nameOf(input.name, filename),
    category: input.category ?? null,
    tags: input.tags ?? [],
    alt_text: input.alt_text || null,
    ...factColumns(facts),
    sent_sha256: facts.sha256,
    source_url: url,
  })
}

function lastSegment(url: string): string {
  const segment = new URL(url).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(segment).replaceAll('\u0000', '')
  } catch {
    return segment
  }
}

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listAssets>,
): Promise<AnswerOf<typeof contracts.listAssets>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:read')
  const { category, tag, type, kind, search, sort, limit } = input
  const words = input.q === undefined ? undefined : splitWords(input.q)
  const file = input.file_url === undefined ? undefined : placeOf(input.file_url)
  const folderId = input.folder_id === 'none' ? null : input.folder_id
  const filter = {
    category,
    tag,
    type,
    kind,
    search,
    words,
    folderId,
    file,
    place: readPlace(sort, input.cursor),
    limit: limit + 1,
  }
  const rows = await listAssetRows(context.db, projectId, filter)
  return { assets: rows.slice(0, limit).map(serializeAsset), next_cursor: cursorAfter(sort, rows, limit) }
}

/** Where a file with this URL is stored. */
function placeOf(url: string): { path: string } | { sourceUrl: string } {
  const path = storage().pathOf(url)
  return path ? { path } : { sourceUrl: url }
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getAsset>,
): Promise<AnswerOf<typeof contracts.getAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:read')
  return serializeAsset(found(await findAsset(context.db, projectId, id)))
}

export async function edit(
  context: Context,
  { id, ...change }: InputOf<typeof contracts.editAsset>,
): Promise<AnswerOf<typeof contracts.editAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  return serializeAsset(found(await updateAsset(context.db, projectId, id, change)))
}

/** Statuses of stories that may still be published. */
const unpublished: readonly StoryStatus[] = ['draft', 'scheduled', 'partial', 'failed']

export async function remove(
  context: Context,
  { id, force }: InputOf<typeof contracts.deleteAsset>,
): Promise<AnswerOf<typeof contracts.deleteAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  const asset = found(await findAsset(context.db, projectId, id))
  if (!isYes(force)) await requireUnused(context, asset)
  const row = found(await deleteAssetRow(context.db, projectId, id))
  await deleteFiles(row)
  return { asset: serializeAsset(row) }
}

async function requireUnused({ db }: Context, row: AssetRow): Promise<void> {
  const stories = await findStoriesUsing(db, row.project_id, fileUrlOf(row), unpublished)
  if (stories.length === 0) return
  const count = stories.length === 1 ? 'an unpublished story' : `${stories.length} unpublished stories`
  const message = `This file is used in ${count}: ${stories.join(', ')}. Remove it there, or send force=true.`
  throw new AppError('conflict', message, { stories })
}

/** Runs after the row is deleted, so that no asset is without bytes. The clean-up deletes what fails here. */
async function deleteFiles({ path, preview_path, poster_path }: AssetRow): Promise<void> {
  for (const own of [path, preview_path, poster_path]) {
    if (own)
      await storage()
        .delete(own)
        .catch((cause: unknown) => log.warn('media.delete_failed', { path: own, cause }))
  }
}

function found(row: AssetRow | undefined): AssetRow {
  if (!row) throw notFound('asset')
  return row
}
