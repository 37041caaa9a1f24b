import { rm } from 'node:fs/promises'
import { type Insertable, type Selectable, sql } from 'kysely'
import { systemClock } from '@/lib/clock'
import { type Database, transaction } from '@/lib/db/pool'
import type { Assets } from '@/lib/db/types.generated'
import { AppError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { pathFor } from '@/lib/storage/path'
import { storage } from '@/lib/storage/storage'
import { type Cleaned, cleanFile } from './cleaning/clean'
import { factsForNetworks } from './facts'
import { fairQueue } from './fair-queue'
import type { Spooled } from './spool'
import { refuseOverLimit, requireRoom } from './storage-use'
import { asStorageTrouble, storageTrouble } from './trouble'

export type AssetRow = Selectable<Assets>

export type Intake = {
  name: string
  category?: string | null | undefined
  tags?: readonly string[] | undefined
  /** The type that the caller promised beforehand; another is refused. Without it the bytes alone decide. */
  mimeWanted?: string | undefined
  /** Done in the transaction that enters the asset or finds it again. `NotTaken` undoes it, and the bytes are removed. */
  within?: ((tx: Database, asset: AssetRow) => Promise<void>) | undefined
}

/** Whoever asked for the file does not want it any more: another was first, or its time is over. */
export class NotTaken extends Error {
  override name = 'NotTaken'
}

/** What is stored without a row is cleared away after an hour: a process that slept so long must not enter it any more. */
const enteredWithinMs = 1_200_000

/** Pictures are decoded in here at times. Projects take turns, so that one with many large files does not delay others. */
const inTurn = fairQueue(2)

/**
 * Makes an asset of a file that was sent: looked at, cleaned, stored, entered. The same bytes in one project are one
 * asset: tags of a repeat are added, and a category where there was none.
 *
 * The bytes are stored before the row is written, so that a crash leaves bytes without a row, which are cleared away, and
 * never a row without bytes. The caller removes the spooled file.
 *
 * @throws unsupported_media_type, payload_too_large (also when the project has no room), validation_error; unavailable when the storage is full or away;
 * `NotTaken` of `within`
 */
export async function takeIn(db: Database, projectId: string, spooled: Spooled, intake: Intake): Promise<AssetRow> {
  const known = await findAgain(db, projectId, spooled.sha256, intake)
  if (known) return known
  await requireRoom(db, projectId, 1)
  const cleaned = await inTurn(projectId, () => cleanFile(spooled))
  try {
    refuseOther(cleaned.facts.mime, intake)
    return await keep(db, projectId, spooled, cleaned, intake)
  } finally {
    if (cleaned.path !== spooled.path) await rm(cleaned.path, { force: true })
  }
}

function refuseOther(mime: string, { mimeWanted }: Intake): void {
  if (mimeWanted === undefined || mimeWanted === mime) return
  const message = `${mimeWanted} was promised, and by its bytes the file is ${mime}. Promise what it is.`
  throw new AppError('unsupported_media_type', message)
}

async function keep(
  db: Database,
  projectId: string,
  spooled: Spooled,
  { path: file, facts }: Cleaned,
  intake: Intake,
): Promise<AssetRow> {
  // Cleaned it may be what is here already.
  const same = facts.sha256 === spooled.sha256 ? null : await findAgain(db, projectId, facts.sha256, intake)
  if (same) return same
  const path = pathFor(projectId, facts.mime)
  const storedAt = systemClock()
  await stored(storage().putFile(path, file, facts.mime))
  const row = {
    id: newId(),
    project_id: projectId,
    name: intake.name,
    category: intake.category ?? null,
    tags: [...new Set(intake.tags)],
    mime_type: facts.mime,
    file_size: facts.bytes,
    width: facts.width,
    height: facts.height,
    duration_seconds: facts.durationSeconds,
    sha256: facts.sha256,
    sent_sha256: spooled.sha256,
    path,
    facts: JSON.stringify(factsForNetworks(facts)),
  }
  if (systemClock().getTime() - storedAt.getTime() > enteredWithinMs)
    throw storageTrouble('away', new Error('The process stood still between storing a file and entering it.'))
  // When the database fails nobody knows whether the row is there, so the bytes stay: what has no row is cleared away.
  const asset = await enter(db, row, intake).catch(async (error: unknown) => {
    if (error instanceof NotTaken || error instanceof AppError) await removeStored(path)
    throw error
  })
  if (asset.path !== path) await removeStored(path)
  return asset
}

/** What cannot be removed now is cleared away with what crashes leave. */
async function removeStored(path: string): Promise<void> {
  await storage()
    .delete(path)
    .catch((cause: unknown) => log.warn('media.undeleted', { path, cause }))
}

/** The asset that stands: of two that are made of the same bytes at once, one is first. */
async function enter(db: Database, row: NewAsset, intake: Intake): Promise<AssetRow> {
  for (let tries = 1; tries <= 3; tries++) {
    const inserted = await insertWithin(db, row, intake)
    const asset = inserted ?? (await findAgain(db, row.project_id, row.sent_sha256, intake))
    if (asset) return asset
    // The other one was deleted in between.
  }
  throw storageTrouble('away', new Error('The same file is added and deleted all the time.'))
}

/** Null: the project has these bytes already. */
const insertWithin = (db: Database, row: NewAsset, { within }: Intake): Promise<AssetRow | null> =>
  transaction(db, async (tx) => {
    const asset = await insertAsset(tx, row)
    if (!asset) return null
    await refuseOverLimit(tx, asset.project_id, asset.file_size)
    await within?.(tx, asset)
    return asset
  })

/** Whatever the caller does with the asset commits with it. */
async function together(
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

const findAgain = (db: Database, projectId: string, sha256: string, intake: Intake): Promise<AssetRow | null> =>
  together(db, intake, (tx) => findSame(tx, projectId, sha256, intake))

const stored = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw asStorageTrouble(error)
  })

type NewAsset = Omit<Insertable<Assets>, 'project_id' | 'sent_sha256'> & Pick<AssetRow, 'project_id' | 'sent_sha256'>

/** Null: the project has these bytes already. */
async function insertAsset(db: Database, row: NewAsset): Promise<AssetRow | null> {
  const inserted = await db
    .insertInto('assets')
    .values(row)
    .onConflict((conflict) => conflict.columns(['project_id', 'sent_sha256']).where('path', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

/** The asset that has these bytes, as they were sent or as they are served; what the repeat says of them is added. */
async function findSame(db: Database, projectId: string, sha256: string, intake: Intake): Promise<AssetRow | null> {
  const mine = db
    .selectFrom('assets')
    .select(['id', 'mime_type'])
    .where('project_id', '=', projectId)
    .where('path', 'is not', null)
    .where((is) => is.or([is('sent_sha256', '=', sha256), is('sha256', '=', sha256)]))
    .orderBy('id')
    .limit(1)
  const found = await mine.executeTakeFirst()
  if (!found) return null
  refuseOther(found.mime_type, intake)
  const category = intake.category ?? null
  const tags = [...new Set(intake.tags)]
  const united = await db
    .updateTable('assets')
    .set({
      category: sql`coalesce(category, ${category})`,
      tags: sql`tags || array(select t from unnest(${tags}::text[]) with ordinality u (t, n) where t <> all (tags) order by n)`,
      updated_at: sql`case when (category is null and ${category}::text is not null) or not tags @> ${tags}::text[]
        then now() else updated_at end`,
    })
    .where('id', '=', found.id)
    .where('project_id', '=', projectId)
    .returningAll()
    .executeTakeFirst()
  return united ?? null
}
