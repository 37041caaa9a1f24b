import { type Selectable, sql } from 'kysely'
import type { BoardSection, NetworkBoard } from '@/lib/channels/pinterest/boards'
import { type Database, transaction } from '@/lib/db/pool'
import type { PinterestBoards, SocialConnections } from '@/lib/db/types.generated'

export type BoardRow = Selectable<PinterestBoards>

/** The open Pinterest connection with encrypted credentials. */
export type PinterestConnection = Selectable<SocialConnections>

export async function findPinterestConnection(
  db: Database,
  projectId: string,
): Promise<PinterestConnection | undefined> {
  return db
    .selectFrom('social_connections')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('channel', '=', 'pinterest')
    .where('disconnected_at', 'is', null)
    .executeTakeFirst()
}

export async function listBoardRows(db: Database, projectId: string, connectionId: string): Promise<BoardRow[]> {
  return db
    .selectFrom('pinterest_boards')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .orderBy('position')
    .orderBy('board_id')
    .execute()
}

export async function findBoardRow(
  db: Database,
  projectId: string,
  connectionId: string,
  boardId: string,
): Promise<BoardRow | undefined> {
  return db
    .selectFrom('pinterest_boards')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .where('board_id', '=', boardId)
    .executeTakeFirst()
}

/** The database's clock, which `seen_at` uses. */
export async function databaseNow(db: Database): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  return rows[0]?.now ?? new Date(Number.NaN)
}

type Owner = { projectId: string; connectionId: string }

/** Replaces the cached boards. Keeps boards created after the list was requested, and cached sections. */
export async function replaceBoards(
  db: Database,
  { projectId, connectionId }: Owner,
  boards: readonly NetworkBoard[],
  askedAt: Date,
): Promise<void> {
  await transaction(db, async (tx) => {
    // Prevents two refreshes from locking rows in different orders.
    await sql`select 1 from social_connections where id = ${connectionId} for no key update`.execute(tx)
    await upsertBoards(tx, { projectId, connectionId }, boards)
    await sql`
      delete from pinterest_boards
      where connection_id = ${connectionId} and project_id = ${projectId} and seen_at < ${askedAt}
        and board_id <> all(${boards.map(({ id }) => id)}::text[])`.execute(tx)
    await sql`
      update social_connections set boards_fetched_at = ${askedAt}
      where id = ${connectionId} and project_id = ${projectId}`.execute(tx)
  })
}

/**
 * Inserts or updates cached boards.
 *
 * @param firstPosition position of the first one in the list
 */
export async function upsertBoards(
  db: Database,
  { projectId, connectionId }: Owner,
  boards: readonly NetworkBoard[],
  firstPosition = 0,
): Promise<void> {
  const given = boards.map((board, index) => ({
    board_id: board.id,
    position: firstPosition + index,
    name: board.name,
    description: board.description,
    privacy: board.privacy,
    pin_count: board.pinCount,
    cover_image_url: board.coverImageUrl,
    board_created_at: board.createdAt,
  }))
  await sql`
    insert into pinterest_boards
      (connection_id, project_id, board_id, position, name, description, privacy, pin_count, cover_image_url,
       board_created_at, seen_at)
    select ${connectionId}, ${projectId}, board_id, position, name, description, privacy, pin_count, cover_image_url,
       board_created_at, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
      board_id text, position integer, name text, description text, privacy text, pin_count integer,
      cover_image_url text, board_created_at timestamptz)
    on conflict (connection_id, board_id) do update set
      position = excluded.position, name = excluded.name, description = excluded.description,
      privacy = excluded.privacy, pin_count = excluded.pin_count, cover_image_url = excluded.cover_image_url,
      board_created_at = excluded.board_created_at, seen_at = excluded.seen_at`.execute(db)
}

export async function deleteBoardRow(db: Database, { projectId, connectionId }: Owner, boardId: string): Promise<void> {
  await db
    .deleteFrom('pinterest_boards')
    .where('project_id', '=', projectId)
    .where('connection_id', '=', connectionId)
    .where('board_id', '=', boardId)
    .execute()
}

export async function storeSections(
  db: Database,
  { projectId, connectionId }: Owner,
  boardId: string,
  sections: readonly BoardSection[],
): Promise<void> {
  await sql`
    update pinterest_boards
    set sections = ${JSON.stringify(sections)}::jsonb, sections_fetched_at = now()
    where project_id = ${projectId} and connection_id = ${connectionId} and board_id = ${boardId}`.execute(db)
}

/** Sets or clears the default board. False when the connection was closed. */
export async function storeDefaultBoard(
  db: Database,
  { projectId, connectionId }: Owner,
  board: { id: string; name: string } | null,
): Promise<boolean> {
  const patch = JSON.stringify(board ? { default_board_id: board.id, default_board_name: board.name } : {})
  const { numAffectedRows } = await sql`
    update social_connections
    set metadata = (metadata - 'default_board_id' - 'default_board_name') || ${patch}::jsonb, updated_at = now()
    where id = ${connectionId} and project_id = ${projectId} and disconnected_at is null`.execute(db)
  return numAffectedRows === 1n
}
