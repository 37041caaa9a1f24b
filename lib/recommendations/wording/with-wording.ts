import { createHash } from 'node:crypto'
import { textModel } from '@/lib/ai/settings'
import type { Database } from '@/lib/db/pool'
import { isWordedByModel } from '@/lib/wording/reword'
import type { Recommendation } from '../contract'
import { findOrAskFor } from './repository'

/**
 * Replaces rationales by those that the model worded for the same figures. The others keep theirs until the job
 * word-recommendations has worded them.
 */
export async function withWording(
  db: Database,
  projectId: string,
  recommendations: Recommendation[],
): Promise<Recommendation[]> {
  if (!isWordedByModel() || recommendations.length === 0) return recommendations
  const hashes = recommendations.map(hashOf)
  const worded = await findOrAskFor(
    db,
    projectId,
    recommendations.map(({ title, rationale }, index) => ({ hash: hashes[index] as Buffer, title, rationale })),
  )
  return recommendations.map((one, index) => ({
    ...one,
    rationale: worded.get(hashes[index]?.toString('hex') ?? '') ?? one.rationale,
  }))
}

const hashOf = ({ title, rationale }: Recommendation): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([textModel()?.model, title, rationale]))
    .digest()
