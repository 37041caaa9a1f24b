import { type SqlBool, sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { type CorpusRow, columns } from './repository'

/** Vectors of one space can be compared. */
export type Space = { model: string; dimensions: number }

export type Unembedded = Pick<CorpusRow, 'id' | 'caption' | 'caption_hash'>

/** `dimensions` null: the model decides, so only the model is compared. */
export type WantedSpace = { model: string; dimensions: number | null }

/** Each condition is a range of the index, unlike `is distinct from`. */
const staleConditions = ({ model, dimensions }: WantedSpace) => [
  sql<SqlBool>`embedding_model is null`,
  sql<SqlBool>`embedding_model < ${model}`,
  sql<SqlBool>`embedding_model > ${model}`,
  ...(dimensions === null
    ? []
    : [
        sql<SqlBool>`embedding_model = ${model} and embedding_dimensions < ${dimensions}`,
        sql<SqlBool>`embedding_model = ${model} and embedding_dimensions > ${dimensions}`,
      ]),
]

/** Projects with captions that have no vector of this space, in random order, so that none is always last. */
export async function projectsToEmbed(db: Database, space: WantedSpace): Promise<string[]> {
  const stale = staleConditions(space).map((is) => sql`select project_id from caption_corpus where ${is}`)
  const { rows } = await sql<{ project_id: string }>`
    select p.id as project_id from projects p
    where p.deleted_at is null and p.id in (${sql.join(stale, sql` union `)})
    order by random()`.execute(db)
  return rows.map(({ project_id }) => project_id)
}

/** Captions without a vector of this space; approved ones first. */
export async function listUnembedded(
  db: Database,
  projectId: string,
  space: WantedSpace,
  limit: number,
): Promise<Unembedded[]> {
  const { rows } = await sql<Unembedded>`
    select id, caption, caption_hash from caption_corpus
    where project_id = ${projectId} and (${sql.join(staleConditions(space), sql` or `)})
    order by approved desc, id desc limit ${limit}`.execute(db)
  return rows
}

export type Embedded = Unembedded & { vector: readonly number[] }

/** Stores vectors of captions whose text did not change in the meantime. */
export async function storeEmbeddings(
  db: Database,
  projectId: string,
  { model, dimensions }: Space,
  embedded: readonly Embedded[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update caption_corpus c set
      embedding = e.vector::real[], signature = e.signature::bit(512),
      embedding_model = ${model}, embedding_dimensions = ${dimensions}
    from unnest(
      ${embedded.map(({ id }) => id)}::uuid[],
      ${embedded.map(({ caption_hash }) => caption_hash)}::bytea[],
      ${embedded.map(({ vector }) => `{${vector.join(',')}}`)}::text[],
      ${embedded.map(({ vector }) => signatureOf(vector))}::text[]
    ) as e (id, hash, vector, signature)
    where c.id = e.id and c.caption_hash = e.hash and c.project_id = ${projectId}
    returning c.id`.execute(db)
  return rows.map(({ id }) => id)
}

const signatureBits = 512

/** The signs of the first numbers. Vectors with a small angle differ in few of them. */
export const signatureOf = (vector: readonly number[]): string =>
  vector
    .slice(0, signatureBits)
    .map((value) => (value > 0 ? '1' : '0'))
    .join('')
    .padEnd(signatureBits, '0')

export type SimilarFilter = {
  approved?: boolean | undefined
  content_type?: string | undefined
  /** Captions of this channel and those for all channels. */
  channel?: ChannelId | undefined
}

type Wanted = { space: Space; vector: readonly number[]; filter: SimilarFilter; limit: number }
export type SimilarRow = CorpusRow & { similarity: number }

/** Captions compared exactly. With more, those with the most equal signs. `npm run bench -- ai` shows how many it finds. */
const candidatesMax = 400
/** Captions compared without pgvector. */
const newestMax = 1_000

/** The nearest captions by cosine similarity. Needs the extension pgvector. */
export async function listNearest(
  db: Database,
  projectId: string,
  { space, vector, filter, limit }: Wanted,
): Promise<SimilarRow[]> {
  const given = sql`${`[${vector.join(',')}]`}::vector`
  const { rows } = await sql<SimilarRow>`
    select ${sql.join(columns.map((name) => sql.ref(name)))}, 1 - distance as similarity
    from (
      select id as nearest_id, embedding::vector <=> ${given} as distance from caption_corpus
      where id = any (array(
        select id from caption_corpus
        where ${comparable(projectId, space, filter)}
        order by bit_count(signature # ${signatureOf(vector)}::bit(512)) limit ${candidatesMax}))
      order by distance limit ${limit}) n
    join caption_corpus on id = nearest_id
    order by distance`.execute(db)
  return rows
}

/** The newest captions with their vectors, to be compared here. */
export async function listVectors(
  db: Database,
  projectId: string,
  { space, filter }: Pick<Wanted, 'space' | 'filter'>,
): Promise<{ id: string; embedding: number[] }[]> {
  const { rows } = await sql<{ id: string; embedding: number[] }>`
    select id, embedding from caption_corpus
    where ${comparable(projectId, space, filter)} order by id desc limit ${newestMax}`.execute(db)
  return rows
}

const comparable = (projectId: string, space: Space, { approved, content_type, channel }: SimilarFilter) =>
  sql.join(
    [
      sql`project_id = ${projectId}`,
      sql`embedding_model = ${space.model} and embedding_dimensions = ${space.dimensions}`,
      ...(approved === undefined ? [] : [sql`approved = ${approved}`]),
      ...(content_type === undefined ? [] : [sql`content_type = ${content_type}`]),
      ...(channel === undefined ? [] : [sql`(channel = ${channel} or channel is null)`]),
    ],
    sql` and `,
  )

/** Whether the database has the extension pgvector. */
export async function hasVectors(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_extension where extname = 'vector'`.execute(db)
  return rows.length > 0
}
