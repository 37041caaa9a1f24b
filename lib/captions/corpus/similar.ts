import { embedTexts } from '@/lib/ai/embed'
import type { Database } from '@/lib/db/pool'
import { embeddedText } from './embed'
import {
  hasVectors,
  listNearest,
  listVectors,
  type SimilarFilter,
  type SimilarRow,
  type Space,
} from './embeddings-repository'
import { listCaptionsById } from './repository'

type Wanted = { text: string; filter: SimilarFilter; limit: number; signal?: AbortSignal }

/**
 * The captions most similar to a text, by meaning. Costs one embedding.
 *
 * @throws ai_unavailable (also when no model is configured), or rate_limited
 */
export async function findSimilar(
  db: Database,
  projectId: string,
  { text, filter, limit, signal }: Wanted,
): Promise<SimilarRow[]> {
  const { vectors, ...space } = await embedTexts(db, projectId, [embeddedText(text)], signal ? { signal } : {})
  return nearest(db, projectId, { space, vector: vectors[0] ?? [], filter, limit })
}

type Vector = { space: Space; vector: readonly number[]; filter: SimilarFilter; limit: number }

/** The captions nearest to a vector. Without pgvector only the newest 1,000 are compared. */
export async function nearest(db: Database, projectId: string, wanted: Vector): Promise<SimilarRow[]> {
  return (await hasVectors(db)) ? listNearest(db, projectId, wanted) : nearestOfNewest(db, projectId, wanted)
}

/** Compares in JavaScript, for databases without pgvector. */
export async function nearestOfNewest(
  db: Database,
  projectId: string,
  { vector, limit, ...wanted }: Vector,
): Promise<SimilarRow[]> {
  const candidates = await listVectors(db, projectId, wanted)
  const best = candidates
    .map(({ id, embedding }) => ({ id, similarity: cosine(vector, embedding) }))
    .sort((one, other) => other.similarity - one.similarity)
    .slice(0, limit)
  const rows = await listCaptionsById(
    db,
    projectId,
    best.map(({ id }) => id),
  )
  const byId = new Map(rows.map((row) => [row.id, row]))
  return best.flatMap(({ id, similarity }) => {
    const row = byId.get(id)
    return row ? [{ ...row, similarity }] : []
  })
}

/** Cosine similarity of two vectors of one length. */
function cosine(one: readonly number[], other: readonly number[]): number {
  let [product, square, otherSquare] = [0, 0, 0]
  for (let index = 0; index < one.length; index++) {
    const [a, b] = [one[index] ?? 0, other[index] ?? 0]
    product += a * b
    square += a * a
    otherSquare += b * b
  }
  return product / Math.sqrt(square * otherSquare) || 0
}
