import { rm } from 'node:fs/promises'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Spooled } from '@/lib/api/spool'
import { systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import type { Assets } from '@/lib/db/types.generated'
import { AppError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { factsForNetworks } from '@/lib/media-files/facts'
import type { MediaFacts } from '@/lib/media-files/media-facts'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { asStorageUnavailable, storageUnavailable } from '@/lib/storage/storage-unavailable'
import { cleanFile } from './cleaning/clean'
import { factColumns } from './fact-columns'
import { runMediaWork } from './media-work'
import { refuseOverLimit, requireRoom } from './storage-limit'

export type AssetRow = Selectable<Assets>

export type Intake = {
  name: string
  category?: string | null | undefined
  tags?: readonly string[] | undefined
  altText?: string | null | undefined
  /** The asset it was made from. */
  derivedFrom?: string | undefined
  /** The type that the caller announced. Any other is refused. */
  expectedMime?: string | undefined
  /** Runs in the transaction that creates or finds the asset. Throwing `Superseded` rolls it back and deletes the bytes. */
  within?: ((tx: Database, asset: AssetRow) => Promise<void>) | undefined
}

/** The upload is no longer wanted: another one was first, or it expired. */
export class Superseded extends Error {
  override name = 'Superseded'
}

/** Stored files without a row are deleted after an hour. A process that was paused that long must not create the row. */
const createWithinMs = 1_200_000

/**
 * Creates an asset from an uploaded file: checks, cleans and stores it. The same bytes in one project are one asset: a
 * repeat adds its tags, and its category and alt text if the asset has none.
 *
 * Stores the bytes before the row, so a crash may leave bytes without a row (cleaned up later), but never a row without
 * bytes. The caller removes the spooled file.
 *
 * @throws unsupported_media_type, payload_too_large (also when the project is over its limit), validation_error;
 * unavailable when the storage is full or down; `Superseded` from `within`
 */
export async function createAssetFromFile(
  db: Database,
  projectId: string,
  spooled: Spooled,
  intake: Intake,
): Promise<AssetRow> {
  return createAssetFrom(db, projectId, spooled.sha256, intake, async (create) => {
    const { path: file, facts } = await runMediaWork(projectId, () => cleanFile(spooled))
    try {
      return await create(facts, (path) => storage().putFile(path, file, facts.mime))
    } finally {
      if (file !== spooled.path) await rm(file, { force: true })
    }
  })
}

/** Stores bytes at a path of the storage and creates their asset. */
type Create = (facts: MediaFacts, put: (path: string) => Promise<unknown>) => Promise<AssetRow>

/**
 * Creates an asset from bytes that `prepare` checks and cleans. It does not run when the project already has the sent bytes.
 *
 * @throws like `createAssetFromFile`
 */
export async function createAssetFrom(
  db: Database,
  projectId: string,
  sentSha256: string,
  intake: Intake,
  prepare: (create: Create) => Promise<AssetRow>,
): Promise<AssetRow> {
  const existing = await findExisting(db, projectId, sentSha256, intake)
  if (existing) return existing
  await requireRoom(db, projectId, 1)
  return prepare((facts, put) => {
    requireType(facts.mime, intake)
    return store(db, projectId, { sentSha256, facts, put }, intake)
  })
}

function requireType(mime: string, { expectedMime }: Intake): void {
  if (expectedMime === undefined || expectedMime === mime) return
  const message = `${expectedMime} was announced, but the file is ${mime}. Announce its real type.`
  throw new AppError('unsupported_media_type', message)
}

async function store(
  db: Database,
  projectId: string,
  { sentSha256, facts, put }: { sentSha256: string; facts: MediaFacts; put: (path: string) => Promise<unknown> },
  intake: Intake,
): Promise<AssetRow> {
  // The project may already have the cleaned bytes.
  const duplicate = facts.sha256 === sentSha256 ? null : await findExisting(db, projectId, facts.sha256, intake)
  if (duplicate) return duplicate
  const path = pathFor(projectId, facts.mime)
  const storedAt = systemClock()
  await stored(put(path))
  const row = {
    id: newId(),
    project_id: projectId,
    name: intake.name,
    category: intake.category ?? null,
    tags: [...new Set(intake.tags)],
    alt_text: intake.altText || null,
    derived_from: intake.derivedFrom ?? null,
    ...factColumns(facts),
    sent_sha256: sentSha256,
    path,
    facts: JSON.stringify(factsForNetworks(facts)),
  }
  if (systemClock().getTime() - storedAt.getTime() > createWithinMs)
    throw storageUnavailable(
      'unreachable',
      new Error('The process was paused between storing a file and creating its row.'),
    )
  // After a database error the row may exist, so the bytes stay. The clean-up deletes files without a row.
  const asset = await createRow(db, row, intake).catch(async (error: unknown) => {
    if (error instanceof Superseded || error instanceof AppError) await removeStored(path)
    throw error
  })
  if (asset.path !== path) await removeStored(path)
  return asset
}

/** A failure is only logged: the clean-up deletes files without a row. */
async function removeStored(path: string): Promise<void> {
  await storage()
    .delete(path)
    .catch((cause: unknown) => log.warn('media.delete_failed', { path, cause }))
}

/** Inserts the row, or returns the asset that was created from the same bytes at the same time. */
async function createRow(db: Database, row: NewAsset, intake: Intake): Promise<AssetRow> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    const inserted = await insertWithin(db, row, intake)
    const asset = inserted ?? (await findExisting(db, row.project_id, row.sent_sha256, intake))
    if (asset) return asset
    // The other asset was deleted in between.
  }
  throw storageUnavailable('unreachable', new Error('The duplicate file was repeatedly added and deleted.'))
}

/** Null if the project already has these bytes. */
const insertWithin = (db: Database, row: NewAsset, { within }: Intake): Promise<AssetRow | null> =>
  transaction(db, async (tx) => {
    const asset = await insertAsset(tx, row)
    if (!asset) return null
    await refuseOverLimit(tx, asset.project_id, asset.file_size)
    await within?.(tx, asset)
    return asset
  })

/** Runs `within` in the same transaction. */
async function withCaller(
  db: Database,
  { within }: Intake,
  work: (tx: Database) => Promise<AssetRow | null>,
): Promise<AssetRow | null> {
  if (!within) return work(db)
  return transaction(db, async (tx) => {
    const asset = await work(tx)
    if (asset) await within(tx, asset)
    return asset
  })
}

const findExisting = (db: Database, projectId: string, sha256: string, intake: Intake): Promise<AssetRow | null> =>
  withCaller(db, intake, (tx) => mergeIntoDuplicate(tx, projectId, sha256, intake))

const stored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asStorageUnavailable(error)
  })

type NewAsset = Omit<Insertable<Assets>, 'project_id' | 'sent_sha256'> & Pick<AssetRow, 'project_id' | 'sent_sha256'>

/** Null if the project already has these bytes. */
async function insertAsset(db: Database, row: NewAsset): Promise<AssetRow | null> {
  const inserted = await db
    .insertInto('assets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'sent_sha256']).where('path', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** Finds the asset with these bytes, as sent or as served, and adds the tags, category and alt text of the repeat. */
async function mergeIntoDuplicate(
  db: Database,
  projectId: string,
  sha256: string,
  intake: Intake,
): Promise<AssetRow | null> {
  const matches = db
    .selectFrom('assets')
    .select(['id', 'mime_type'])
    .where('project_id', '=', projectId)
    .where('path', 'is not', null)
    .where((is) => is.or([is('sent_sha256', '=', sha256), is('sha256', '=', sha256)]))
    .orderBy('id')
    .limit(1)
  const found = await matches.executeTakeFirst()
  if (!found) return null
  requireType(found.mime_type, intake)
  const category = intake.category ?? null
  const altText = intake.altText || null
  const tags = [...new Set(intake.tags)]
  const merged = await db
    .updateTable('assets')
    .set({
      category: sql`coalesce(category, ${category})`,
      alt_text: sql`coalesce(alt_text, ${altText})`,
      tags: sql`tags || array(select t from unnest(${tags}::text[]) with ordinality u (t, n) where t <> all (tags) order by n)`,
      updated_at: sql`case when (category is null and ${category}::text is not null)
        or (alt_text is null and ${altText}::text is not null) or not tags @> ${tags}::text[]
        then now() else updated_at end`,
    })
    .where('id', '=', found.id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst()
  return merged ?? null
}
