import type { Database } from '@/lib/db/pool'
import { findFacts } from '@/lib/renditions/prepare'
import { findRenditions, markUsed } from '@/lib/renditions/repository'
import { storage } from '@/lib/storage/storage'

const recipes = { small: 'thumbnail', large: 'large-view' } as const

/**
 * Public URLs of smaller versions of these images, by URL, for pages without a session. Makes and fetches nothing: an image
 * without a stored version is left out.
 */
export async function findStoredViews(
  db: Database,
  projectId: string,
  urls: readonly string[],
  size: keyof typeof recipes,
): Promise<Map<string, string>> {
  const known = await findFacts(db, projectId, urls)
  const hashes = new Map([...known].flatMap(([url, { facts }]) => (facts?.sha256 ? [[url, facts.sha256]] : [])))
  const recipe = recipes[size]
  await markUsed(
    db,
    projectId,
    [...hashes.values()].map((sha256) => ({ sha256, recipe })),
  )
  const stored = await findRenditions(db, projectId, [...hashes.values()])
  return new Map(
    [...hashes].flatMap(([url, sha256]) => {
      const path = stored.get(`${sha256} ${recipe}`)?.path
      return path ? [[url, storage().publicUrl(path)]] : []
    }),
  )
}
