import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { perDatabase } from '@/lib/db/coalesce'
import type { Database } from '@/lib/db/pool'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import type { MediaErrorKind } from '@/lib/outbound/media'

export type KnownError = { kind: MediaErrorKind; isPassing: boolean; message: string }
/** Result of the last inspection of a URL: its facts, or why there are none. */
export type Known = { facts: MediaFacts | null; error: KnownError | null; fetchedAt: Date }
export type Rendition = { path: string; facts: MediaFacts }

const hashOf = (url: string): Buffer => createHash('sha256').update(url).digest()

/** Stored facts of a project, by URL. */
export async function findKnown(db: Database, projectId: string, urls: readonly string[]): Promise<Map<string, Known>> {
  if (urls.length === 0) return new Map()
  return new Map(await findMany(db, { projectId, urls }))
}

/** Facts of uploaded files of a project, by path. They never change. */
export async function findHosted(
  db: Database,
  projectId: string,
  paths: readonly string[],
): Promise<Map<string, MediaFacts>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('assets')
    .select(['path', 'facts'])
    .where('project_id', '=', projectId)
    .where('path', 'in', [...paths])
    .where('facts', 'is not', null)
    .execute()
  return new Map(rows.flatMap(({ path, facts }) => (path ? [[path, facts as unknown as MediaFacts]] : [])))
}

type FactsRequest = { projectId: string; urls: readonly string[] }

/** Combines concurrent lookups, so that a campaign of a thousand posts is not a thousand queries. */
const findMany = perDatabase(async (db, requests: FactsRequest[]): Promise<[string, Known][][]> => {
  const pairs = requests.flatMap(({ projectId, urls }) => urls.map((url) => ({ projectId, hash: hashOf(url) })))
  const { rows } = await sql<Row>`
    select m.project_id, m.url, m.facts, m.fault, m.fetched_at
    from (select distinct project_id, url_hash from unnest(${pairs.map(({ projectId }) => projectId)}::uuid[],
      ${pairs.map(({ hash }) => hash)}::bytea[]) as g (project_id, url_hash)) g
    join media_files m on m.project_id = g.project_id and m.url_hash = g.url_hash`.execute(db)
  const found = new Map(rows.map((row) => [`${row.project_id} ${row.url}`, row]))
  return requests.map(({ projectId, urls }) =>
    urls.flatMap((url): [string, Known][] => {
      const row = found.get(`${projectId} ${url}`)
      return row ? [[url, { facts: row.facts, error: row.fault, fetchedAt: row.fetched_at }]] : []
    }),
  )
})

type Row = { project_id: string; url: string; facts: MediaFacts | null; fault: KnownError | null; fetched_at: Date }

/** Stores the result of an inspection. An error keeps the facts of an earlier inspection, because it may be temporary. */
export async function storeKnown(
  db: Database,
  projectId: string,
  url: string,
  { facts, error, etag }: { facts: MediaFacts | null; error: KnownError | null; etag: string | null },
): Promise<void> {
  await sql`
    insert into media_files (project_id, url_hash, url, facts, fault, etag)
    values (${projectId}, ${hashOf(url)}, ${url}, ${facts && JSON.stringify(facts)}, ${error && JSON.stringify(error)}, ${etag})
    on conflict (project_id, url_hash) do update set
      facts = coalesce(excluded.facts, media_files.facts), fault = excluded.fault,
      etag = coalesce(excluded.etag, media_files.etag), fetched_at = now()`.execute(db)
}

/** All renditions of these files, by `<sha256> <recipe>`. */
export async function findRenditions(
  db: Database,
  projectId: string,
  hashes: readonly string[],
): Promise<Map<string, Rendition>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('media_renditions')
    .select(['sha256', 'recipe', 'path', 'facts'])
    .where('project_id', '=', projectId)
    .where('sha256', 'in', [...hashes])
    .execute()
  return new Map(
    rows.map(({ sha256, recipe, path, facts }) => [
      `${sha256} ${recipe}`,
      { path, facts: facts as unknown as MediaFacts },
    ]),
  )
}

/** Inserts a rendition. @returns the stored one, which may be from another process */
export async function insertRendition(
  db: Database,
  projectId: string,
  { sha256, recipe, path, facts }: Rendition & { sha256: string; recipe: string },
): Promise<Rendition> {
  await sql`
    insert into media_renditions (project_id, sha256, recipe, path, facts)
    values (${projectId}, ${sha256}, ${recipe}, ${path}, ${JSON.stringify(facts)})
    on conflict do nothing`.execute(db)
  const row = await db
    .selectFrom('media_renditions')
    .select(['path', 'facts'])
    .where('project_id', '=', projectId)
    .where('sha256', '=', sha256)
    .where('recipe', '=', recipe)
    .executeTakeFirstOrThrow()
  return { path: row.path, facts: row.facts as unknown as MediaFacts }
}

/**
 * Marks renditions as used, at most once a day. Call it before looking them up: marked renditions are not deleted, so their
 * URLs stay valid.
 */
export async function markUsed(
  db: Database,
  projectId: string,
  used: readonly { sha256: string; recipe: string }[],
): Promise<void> {
  if (used.length === 0) return
  await sql`
    update media_renditions r set used_at = now()
    from unnest(${used.map(({ sha256 }) => sha256)}::text[], ${used.map(({ recipe }) => recipe)}::text[]) u (sha256, recipe)
    where r.project_id = ${projectId} and r.sha256 = u.sha256 and r.recipe = u.recipe
      and r.used_at < now() - interval '1 day'`.execute(db)
}
