import type { Context } from '@/lib/api/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { AppError, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { accessOwned, accessProject } from '@/lib/projects/access'
import { keepKnown } from '@/lib/renditions/repository'
import { storage } from '@/lib/storage/storage'
import type { StoryStatus } from '@/lib/stories/status'
import type * as contracts from './contract'
import { factsForNetworks } from './facts'
import { type AssetRow, takeIn } from './intake'
import { readRemote } from './remote'
import { deleteAssetRow, findAsset, insertRemote, listAssetRows, updateAsset } from './repository'
import { wordsOf } from './search-words'
import { fileUrlOf, serializeAsset } from './serializer'
import { findUsers } from './use'

type Create = InputOf<typeof contracts.createAsset>

/** Makes an asset of a file that was sent, or of one that stays at its own address. */
export async function create(context: Context, input: Create): Promise<AnswerOf<typeof contracts.createAsset>> {
  const { projectId } = await accessProject(context, input.project_id, 'media:write')
  const row = await made(context, projectId, input)
  return { asset: serializeAsset(row), file_url: fileUrlOf(row) }
}

async function made(context: Context, projectId: string, input: Create): Promise<AssetRow> {
  const { file, category, tags } = input
  const source = 'source_url' in input ? input.source_url : undefined
  if (file && source !== undefined) throw invalid('source_url', 'goes without data_base64: send one of the two.')
  if (file) {
    const filename = file.filename ?? ('filename' in input ? input.filename : undefined)
    return takeIn(context.db, projectId, file, { name: nameOf(input.name, filename), category, tags })
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
  // So that no second download is needed to judge the stories that show it.
  await keepKnown(context.db, projectId, url, { facts: factsForNetworks(facts), fault: null, etag: null })
  const filename = 'filename' in input && input.filename ? input.filename : lastSegment(url)
  return insertRemote(context.db, {
    id: newId(),
    project_id: projectId,
    name: nameOf(input.name, filename),
    category: input.category ?? null,
    tags: input.tags ?? [],
    mime_type: facts.mime,
    file_size: facts.bytes,
    width: facts.width,
    height: facts.height,
    duration_seconds: facts.durationSeconds,
    sha256: facts.sha256,
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
  const { category, tag, type, kind, search, limit } = input
  const words = input.q === undefined ? undefined : wordsOf(input.q)
  const filter = { category, tag, type, kind, search, words, after: decodeCursor(input.cursor), limit: limit + 1 }
  const { page, next_cursor } = cutPage('assets', await listAssetRows(context.db, projectId, filter), limit)
  return { assets: page.map(serializeAsset), next_cursor }
}

export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getAsset>,
): Promise<AnswerOf<typeof contracts.getAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:read')
  return serializeAsset(there(await findAsset(context.db, projectId, id)))
}

export async function edit(
  context: Context,
  { id, ...change }: InputOf<typeof contracts.editAsset>,
): Promise<AnswerOf<typeof contracts.editAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  return serializeAsset(there(await updateAsset(context.db, projectId, id, change)))
}

/** What of a story still goes out, or may be tried again. */
const unpublished: readonly StoryStatus[] = ['draft', 'scheduled', 'partial', 'failed']

export async function remove(
  context: Context,
  { id, force }: InputOf<typeof contracts.deleteAsset>,
): Promise<AnswerOf<typeof contracts.deleteAsset>> {
  const { projectId } = await accessOwned(context, 'assets', id, 'media:write')
  const found = there(await findAsset(context.db, projectId, id))
  if (!isYes(force)) await refuseUsed(context, found)
  const row = there(await deleteAssetRow(context.db, projectId, id))
  await deleteFiles(row)
  return { asset: serializeAsset(row) }
}

async function refuseUsed({ db }: Context, row: AssetRow): Promise<void> {
  const stories = await findUsers(db, row.project_id, fileUrlOf(row), unpublished)
  if (stories.length === 0) return
  const which = stories.length === 1 ? 'a story that is' : `${stories.length} stories that are`
  const message = `This file is in ${which} not published yet: ${stories.join(', ')}. Take it out there, or send force=true.`
  throw new AppError('conflict', message, { stories })
}

/** After the row, so that no asset is without bytes. What cannot be deleted now is cleared away within hours. */
async function deleteFiles({ path, preview_path }: AssetRow): Promise<void> {
  for (const own of [path, preview_path]) {
    if (own)
      await storage()
        .delete(own)
        .catch((cause: unknown) => log.warn('media.undeleted', { path: own, cause }))
  }
}

function there(row: AssetRow | undefined): AssetRow {
  if (!row) throw notFound('asset')
  return row
}
