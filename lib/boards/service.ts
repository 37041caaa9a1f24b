import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { ChannelError } from '@/lib/channels/channel-error'
import { createBoard, listBoards, listSections, type NetworkBoard, readBoard } from '@/lib/channels/pinterest/boards'
import { preflight } from '@/lib/connections/preflight'
import { findConnection } from '@/lib/connections/repository'
import { serializeConnection } from '@/lib/connections/serializer'
import { AppError, conflict, invalid, notFound } from '@/lib/errors'
import { asAccount } from './access'
import { boardPermissions, isTemporary, type Permission, providerError, requirePermission } from './board-errors'
import type * as contracts from './contract'
import {
  type BoardRow,
  databaseNow,
  deleteBoardRow,
  findBoardRow,
  findPinterestConnection,
  listBoardRows,
  type PinterestConnection,
  replaceBoards,
  storeDefaultBoard,
  storeSections,
  upsertBoards,
} from './repository'
import { defaultBoardOf, sectionsOf, serializeBoard } from './serializer'

const cacheMs = 24 * 60 * 60 * 1_000

type BoardAccount = { connection: PinterestConnection; owner: { projectId: string; connectionId: string } }

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listPinterestBoards>,
): Promise<AnswerOf<typeof contracts.listPinterestBoards>> {
  const pinterest = await open(context, input.project_id, 'connections:read')
  const cachedAt = pinterest.connection.boards_fetched_at
  const { error, at } = await refreshIfStale(context, cachedAt, isYes(input.refresh), () =>
    refreshBoards(context, pinterest),
  )
  const rows = await listBoardRows(context.db, pinterest.owner.projectId, pinterest.owner.connectionId)
  const known = defaultBoardOf(pinterest.connection)
  return { boards: rows.map((row) => serializeBoard(row, known.default_board_id)), ...known, ...ageOf(at, error) }
}

export async function sections(
  context: Context,
  input: InputOf<typeof contracts.listPinterestSections>,
): Promise<AnswerOf<typeof contracts.listPinterestSections>> {
  const pinterest = await open(context, input.project_id, 'connections:read')
  const row = await knownBoard(context, pinterest, input.id)
  if (!row) throw notFound('board')
  let read = sectionsOf(row)
  const cachedAt = read ? row.sections_fetched_at : null
  const { error, at } = await refreshIfStale(context, cachedAt, isYes(input.refresh), async () => {
    const requestedAt = await databaseNow(context.db)
    read = await asAccount(context.db, pinterest.connection, (account, call) => listSections(account, input.id, call))
    if (!read) {
      await deleteBoardRow(context.db, pinterest.owner, input.id)
      throw notFound('board')
    }
    await storeSections(context.db, pinterest.owner, input.id, read)
    return requestedAt
  })
  return { board_id: input.id, sections: read ?? [], ...ageOf(at, error) }
}

export async function setDefault(
  context: Context,
  input: InputOf<typeof contracts.setDefaultPinterestBoard>,
): Promise<AnswerOf<typeof contracts.setDefaultPinterestBoard>> {
  const pinterest = await open(context, input.project_id, 'connections:write')
  const { default_board_id: wanted } = input
  const board = wanted === null ? null : await withProviderErrors(() => knownBoard(context, pinterest, wanted))
  if (board === undefined) {
    const message = 'The connected Pinterest account has no such board. List its boards with refresh=1 and choose one.'
    throw invalid('default_board_id', message, 'unknown_board')
  }
  const connection = await saveDefault(context, pinterest, board && { id: board.board_id, name: board.name })
  return { ...defaultBoardOf(connection), connection: serializeConnection(connection, context.now) }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createPinterestBoard>,
): Promise<AnswerOf<typeof contracts.createPinterestBoard>> {
  const pinterest = await open(context, input.project_id, 'connections:write')
  requirePermission(boardPermissions.write, pinterest.connection.scopes)
  const needed = input.privacy === 'SECRET' ? boardPermissions.writeSecret : boardPermissions.write
  const board = await withProviderErrors(() => createOrFindBoard(context, pinterest, input), needed)
  const known = await listBoardRows(context.db, pinterest.owner.projectId, pinterest.owner.connectionId)
  await upsertBoards(context.db, pinterest.owner, [board], Math.max(-1, ...known.map(({ position }) => position)) + 1)
  const connection = input.set_as_default
    ? await saveDefault(context, pinterest, { id: board.id, name: board.name })
    : pinterest.connection
  const row = await findBoardRow(context.db, pinterest.owner.projectId, pinterest.owner.connectionId, board.id)
  // Only missing if the account was disconnected.
  if (!row) throw conflict('The Pinterest account was disconnected. Connect it again.')
  const chosen = defaultBoardOf(connection)
  return { board: serializeBoard(row, chosen.default_board_id), ...chosen }
}

/** @throws missing_connection when no Pinterest account is connected */
async function open(
  context: Context,
  named: string | undefined,
  scope: 'connections:read' | 'connections:write',
): Promise<BoardAccount> {
  const { projectId } = await accessProject(context, named, scope)
  const connection = await findPinterestConnection(context.db, projectId)
  if (connection?.credentials) return { connection, owner: { projectId, connectionId: connection.id } }
  throw new AppError('missing_connection', 'No Pinterest account is connected to this project. Connect one first.', {
    preflight: await preflight(context.db, projectId, ['pinterest'], context.now),
  })
}

/** Uses the cached list while it is fresh or the network is unavailable. Refusals are passed to the caller. */
async function refreshIfStale(
  { now }: Context,
  cachedAt: Date | null,
  isForced: boolean,
  ask: () => Promise<Date>,
): Promise<{ at: Date; error: ChannelError | null }> {
  const isYoung = cachedAt !== null && now.getTime() - cachedAt.getTime() <= cacheMs
  if (isYoung && !isForced) return { at: cachedAt, error: null }
  try {
    return { at: await ask(), error: null }
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error
    if (cachedAt && isTemporary(error)) return { at: cachedAt, error }
    throw providerError(error)
  }
}

const ageOf = (at: Date, error: ChannelError | null) => ({
  fetched_at: at.toISOString(),
  is_stale: error !== null,
  stale_reason: error ? providerError(error).message : null,
})

async function refreshBoards({ db }: Context, { connection, owner }: BoardAccount): Promise<Date> {
  const requestedAt = await databaseNow(db)
  const boards = await asAccount(db, connection, listBoards)
  await replaceBoards(db, owner, boards, requestedAt)
  return requestedAt
}

/** Finds a board in the cached list, or at Pinterest, and then caches it. */
async function knownBoard(
  { db }: Context,
  { connection, owner }: BoardAccount,
  id: string,
): Promise<BoardRow | undefined> {
  const cached = await findBoardRow(db, owner.projectId, owner.connectionId, id)
  if (cached) return cached
  const board = await asAccount(db, connection, (account, call) => readBoard(account, id, call))
  if (!board) return undefined
  const known = await listBoardRows(db, owner.projectId, owner.connectionId)
  await upsertBoards(db, owner, [board], known.length)
  return findBoardRow(db, owner.projectId, owner.connectionId, id)
}

type NewBoardInput = InputOf<typeof contracts.createPinterestBoard>

/**
 * Creates a board. Names are unique per account, so after an unclear result the list shows whether the board was
 * created, and after a refusal whether the name was taken.
 */
async function createOrFindBoard(
  context: Context,
  pinterest: BoardAccount,
  input: NewBoardInput,
): Promise<NetworkBoard> {
  const wanted = { name: input.name, description: input.description ?? null, privacy: input.privacy ?? null }
  try {
    return await asAccount(context.db, pinterest.connection, (account, call) => createBoard(account, wanted, call))
  } catch (error) {
    if (!(error instanceof ChannelError) || !(error.outcome === 'unknown' || isContentRejected(error))) throw error
    const boards = await asAccount(context.db, pinterest.connection, listBoards).catch((failure: unknown) => {
      // Report the first error: the failed lookup does not tell whether the board was created.
      throw error.outcome === 'unknown' && failure instanceof ChannelError ? error : failure
    })
    const namesake = boards.find(({ name }) => name.toLowerCase() === input.name.toLowerCase())
    if (!namesake) throw error
    if (error.outcome !== 'unknown') {
      throw conflict(`The account already has a board named “${namesake.name}”. Use another name.`)
    }
    if (isNew(namesake, context.now)) return namesake
    throw error
  }
}

const isContentRejected = ({ outcome, isRetryable, category }: ChannelError): boolean =>
  outcome === 'refused' && !isRetryable && category !== 'connection'

const clockSkewMs = 2 * 60 * 1_000

const isNew = ({ createdAt }: NetworkBoard, now: Date): boolean =>
  createdAt !== null && createdAt.getTime() > now.getTime() - clockSkewMs

async function saveDefault({ db }: Context, { owner }: BoardAccount, board: { id: string; name: string } | null) {
  await storeDefaultBoard(db, owner, board)
  const connection = await findConnection(db, owner.projectId, owner.connectionId)
  if (!connection) throw notFound('connection')
  return connection
}

async function withProviderErrors<T>(ask: () => Promise<T>, needed: Permission = boardPermissions.read): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ChannelError ? providerError(error, needed) : error
  }
}
