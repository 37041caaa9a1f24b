import type { Transaction } from 'kysely'
import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { embeddingModel } from '@/lib/ai/settings'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { AppError, conflict, notFound } from '@/lib/errors'
import { lockProject } from '@/lib/projects/repository'
import { captionHash } from './caption-hash'
import type * as contracts from './contract'
import { copyStories, undoCopies } from './copy-published'
import { embedNow } from './embed'
import type { SimilarRow } from './embeddings-repository'
import { captionsMax } from './limits'
import * as repository from './repository'
import { serializeCaption } from './serializer'
import { findSimilar } from './similar'

export async function list(
  context: Context,
  { id, limit, cursor, ...filter }: InputOf<typeof contracts.listCorpusCaptions>,
): Promise<AnswerOf<typeof contracts.listCorpusCaptions>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const page = { filter, after: decodeCursor(cursor), limit: limit + 1 }
  const rows = await repository.listCaptions(context.db, projectId, page)
  const { page: captions, next_cursor } = cutPage('caption_corpus', rows, limit)
  return { captions: captions.map((row) => serializeCaption(row)), next_cursor }
}

export async function add(
  context: Context,
  { id, captions }: InputOf<typeof contracts.addCorpusCaptions>,
): Promise<AnswerOf<typeof contracts.addCorpusCaptions>> {
  const { projectId } = await accessProject(context, id, 'stories:write')
  const { rows, created } = await transaction(context.db, (tx) => insertOrApprove(tx, projectId, captions))
  const embedded = await embedNow(context.db, projectId, created)
  return { captions: rows.map((row) => serializeCaption(row, embedded)), created: created.length }
}

/** @throws conflict when the corpus is full */
async function insertOrApprove(tx: Transaction<DB>, projectId: string, captions: readonly contracts.NewCaption[]) {
  await lockProject(tx, projectId)
  const values = captions.map(({ content_type = null, channel = null, ...rest }) => ({
    ...rest,
    content_type,
    channel,
  }))
  const created = await repository.insertCaptions(tx, projectId, values)
  if (created.length > 0 && (await repository.hasMoreThan(tx, projectId, captionsMax))) {
    const max = captionsMax.toLocaleString('en')
    throw conflict(`A project can have ${max} captions. Delete some you no longer use.`)
  }
  const hashes = new Map(captions.map(({ caption, approved }) => [captionHash(caption).toString('hex'), approved]))
  const wanted = [...hashes.keys()].map((hash) => Buffer.from(hash, 'hex'))
  const found = await repository.findByHash(tx, projectId, wanted)
  const toApprove = found.filter(({ approved, caption_hash }) => !approved && hashes.get(caption_hash.toString('hex')))
  await repository.setApproved(tx, projectId, { ids: toApprove.map(({ id }) => id), approved: true })
  const known = toApprove.length > 0 ? await repository.findByHash(tx, projectId, wanted) : found
  const byHash = new Map(known.map((row) => [row.caption_hash.toString('hex'), row]))
  return { rows: [...hashes.keys()].flatMap((hash) => byHash.get(hash) ?? []), created }
}

/** A caption to start a story from. */
export async function get(
  context: Context,
  { id }: InputOf<typeof contracts.getCorpusCaption>,
): Promise<contracts.CorpusCaption> {
  const { projectId } = await accessOwned(context, 'caption_corpus', id, 'stories:read')
  const row = await repository.findCaption(context.db, projectId, id)
  if (!row) throw notFound('caption')
  return serializeCaption(row)
}

export async function update(
  context: Context,
  { id, caption, ...changes }: InputOf<typeof contracts.updateCorpusCaption>,
): Promise<contracts.CorpusCaption> {
  const { projectId } = await accessOwned(context, 'caption_corpus', id, 'stories:write')
  const row = await transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    const before = await repository.findCaption(tx, projectId, id)
    if (!before) throw notFound('caption')
    const text = caption === undefined || caption === before.caption ? null : textColumns(caption)
    const [other] = text ? await repository.findByHash(tx, projectId, [text.caption_hash]) : []
    if (other && other.id !== id) throw conflict('Another caption of the corpus has this text.')
    const changed = await repository.updateCaption(tx, projectId, id, { ...changes, ...text })
    if (!changed) throw notFound('caption')
    return changed
  })
  const isStale = row.embedding_model === null
  return serializeCaption(row, isStale ? await embedNow(context.db, projectId, [row]) : undefined)
}

/** The old vector belongs to the old text. */
const textColumns = (caption: string) => ({
  caption,
  caption_hash: captionHash(caption),
  embedding: null,
  signature: null,
  embedding_model: null,
  embedding_dimensions: null,
})

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.deleteCorpusCaption>,
): Promise<AnswerOf<typeof contracts.deleteCorpusCaption>> {
  const { projectId } = await accessOwned(context, 'caption_corpus', id, 'stories:write')
  if ((await repository.deleteCaptions(context.db, projectId, [id])) === 0) throw notFound('caption')
  return { ok: true }
}

export async function search(
  context: Context,
  { id, q: text, limit, ...filter }: InputOf<typeof contracts.searchCorpusCaptions>,
): Promise<AnswerOf<typeof contracts.searchCorpusCaptions>> {
  const { projectId } = await accessProject(context, id, 'stories:read')
  const similar = await findSimilarIfPossible(context.db, projectId, { text, filter, limit })
  if (similar) {
    const captions = similar.map((row) => ({ ...serializeCaption(row), similarity: row.similarity }))
    return { captions, matched_by: 'meaning' }
  }
  const rows = await repository.searchCaptions(context.db, projectId, { text, filter, limit })
  return { captions: rows.map((row) => ({ ...serializeCaption(row), similarity: null })), matched_by: 'text' }
}

/** Null without an embedding model, and when it fails. */
async function findSimilarIfPossible(
  db: Context['db'],
  projectId: string,
  wanted: Parameters<typeof findSimilar>[2],
): Promise<SimilarRow[] | null> {
  if (embeddingModel() === null) return null
  try {
    return await findSimilar(db, projectId, wanted)
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

export async function bulk(
  context: Context,
  { id, action, ids }: InputOf<typeof contracts.changeCorpusCaptions>,
): Promise<AnswerOf<typeof contracts.changeCorpusCaptions>> {
  const { projectId } = await accessProject(context, id, 'stories:write')
  if (action === 'delete') return { changed: await repository.deleteCaptions(context.db, projectId, ids) }
  if (action === 'undo_seed') return { changed: await transaction(context.db, (tx) => undoCopies(tx, projectId, ids)) }
  const approved = action === 'approve'
  return { changed: (await repository.setApproved(context.db, projectId, { ids, approved })).length }
}

export async function seed(
  context: Context,
  { id, limit }: InputOf<typeof contracts.seedCorpus>,
): Promise<AnswerOf<typeof contracts.seedCorpus>> {
  const { projectId } = await accessProject(context, id, 'stories:write')
  return transaction(context.db, (tx) => copyStories(tx, projectId, limit))
}
