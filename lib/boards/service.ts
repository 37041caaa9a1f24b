import type { Context } from '@/lib/api/context'
import { type AnswerOf, type InputOf, isYes } from '@/lib/api/contract'
import { ChannelFault } from '@/lib/channels/fault'
import { createBoard, listBoards, listSections, type NetworkBoard, readBoard } from '@/lib/channels/pinterest/boards'
import { preflight } from '@/lib/connections/preflight'
import { findConnection } from '@/lib/connections/repository'
import { serializeConnection } from '@/lib/connections/serializer'
import { AppError, conflict, invalid, notFound } from '@/lib/errors'
import { accessProject } from '@/lib/projects/access'
import { asAccount } from './access'
import type * as contracts from './contract'
import { boardPermissions, isPassing, type Permission, providerError, refuseWithout } from './faults'
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

const keptMs = 24 * 60 * 60 * 1_000

type Desk = { connection: PinterestConnection; owner: { projectId: string; connectionId: string } }

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listPinterestBoards>,
): Promise<AnswerOf<typeof contracts.listPinterestBoards>> {
  const desk = await open(context, input.project_id, 'connections:read')
  const keptAt = desk.connection.boards_fetched_at
  const { fault, at } = await unlessKept(context, keptAt, isYes(input.refresh), () => refreshBoards(context, desk))
  const rows = await listBoardRows(context.db, desk.owner.projectId, desk.owner.connectionId)
  const known = defaultBoardOf(desk.connection)
  return { boards: rows.map((row) => serializeBoard(row, known.default_board_id)), ...known, ...ageOf(at, fault) }
}

export async function sections(
  context: Context,
  input: InputOf<typeof contracts.listPinterestSections>,
): Promise<AnswerOf<typeof contracts.listPinterestSections>> {
  const desk = await open(context, input.project_id, 'connections:read')
  const row = await knownBoard(context, desk, input.id)
  if (!row) throw notFound('board')
  let read = sectionsOf(row)
  const keptAt = read ? row.sections_fetched_at : null
  const { fault, at } = await unlessKept(context, keptAt, isYes(input.refresh), async () => {
    const askedAt = await databaseNow(context.db)
    read = await asAccount(context.db, desk.connection, (account, call) => listSections(account, input.id, call))
    if (!read) {
      await deleteBoardRow(context.db, desk.owner, input.id)
      throw notFound('board')
    }
    await storeSections(context.db, desk.owner, input.id, read)
    return askedAt
  })
  return { board_id: input.id, sections: read ?? [], ...ageOf(at, fault) }
}

export async function setDefault(
  context: Context,
  input: InputOf<typeof contracts.setDefaultPinterestBoard>,
): Promise<AnswerOf<typeof contracts.setDefaultPinterestBoard>> {
  const desk = await open(context, input.project_id, 'connections:write')
  const { default_board_id: wanted } = input
  const board = wanted === null ? null : await asking(() => knownBoard(context, desk, wanted))
  if (board === undefined) {
    const message = 'The connected Pinterest account has no such board. List its boards with refresh=1 and choose one.'
    throw invalid('default_board_id', message, 'unknown_board')
  }
  const connection = await keepDefault(context, desk, board && { id: board.board_id, name: board.name })
  return { ...defaultBoardOf(connection), connection: serializeConnection(connection, context.now) }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createPinterestBoard>,
): Promise<AnswerOf<typeof contracts.createPinterestBoard>> {
  const desk = await open(context, input.project_id, 'connections:write')
  refuseWithout(boardPermissions.write, desk.connection.scopes)
  const needed = input.privacy === 'SECRET' ? boardPermissions.writeSecret : boardPermissions.write
  const board = await asking(() => makeBoard(context, desk, input), needed)
  const known = await listBoardRows(context.db, desk.owner.projectId, desk.owner.connectionId)
  await upsertBoards(context.db, desk.owner, [board], Math.max(-1, ...known.map(({ position }) => position)) + 1)
  const connection = input.set_as_default
    ? await keepDefault(context, desk, { id: board.id, name: board.name })
    : desk.connection
  const row = await findBoardRow(context.db, desk.owner.projectId, desk.owner.connectionId, board.id)
  // Gone already only when the account was disconnected in between.
  if (!row) throw conflict('The Pinterest account was disconnected meanwhile. Connect it again.')
  const chosen = defaultBoardOf(connection)
  return { board: serializeBoard(row, chosen.default_board_id), ...chosen }
}

/** @throws missing_connection when no Pinterest account is connected */
async function open(
  context: Context,
  named: string | undefined,
  scope: 'connections:read' | 'connections:write',
): Promise<Desk> {
  const { projectId } = await accessProject(context, named, scope)
  const connection = await findPinterestConnection(context.db, projectId)
  if (connection?.credentials) return { connection, owner: { projectId, connectionId: connection.id } }
  throw new AppError('missing_connection', 'No Pinterest account is connected to this project. Connect one first.', {
    preflight: await preflight(context.db, projectId, ['pinterest'], context.now),
  })
}

/** What is kept serves while it is young, and when the network is away; a refusal is the caller's to hear of. */
async function unlessKept(
  { now }: Context,
  keptAt: Date | null,
  isAskedFor: boolean,
  ask: () => Promise<Date>,
): Promise<{ at: Date; fault: ChannelFault | null }> {
  const isYoung = keptAt !== null && now.getTime() - keptAt.getTime() <= keptMs
  if (isYoung && !isAskedFor) return { at: keptAt, fault: null }
  try {
    return { at: await ask(), fault: null }
  } catch (error) {
    if (!(error instanceof ChannelFault)) throw error
    if (keptAt && isPassing(error)) return { at: keptAt, fault: error }
    throw providerError(error)
  }
}

const ageOf = (at: Date, fault: ChannelFault | null) => ({
  fetched_at: at.toISOString(),
  is_stale: fault !== null,
  stale_reason: fault ? providerError(fault).message : null,
})

async function refreshBoards({ db }: Context, { connection, owner }: Desk): Promise<Date> {
  const askedAt = await databaseNow(db)
  const boards = await asAccount(db, connection, listBoards)
  await replaceBoards(db, owner, boards, askedAt)
  return askedAt
}

/** A board of the account: from the kept list, or else from the network, which is then kept too. */
async function knownBoard({ db }: Context, { connection, owner }: Desk, id: string): Promise<BoardRow | undefined> {
  const kept = await findBoardRow(db, owner.projectId, owner.connectionId, id)
  if (kept) return kept
  const board = await asAccount(db, connection, (account, call) => readBoard(account, id, call))
  if (!board) return undefined
  const known = await listBoardRows(db, owner.projectId, owner.connectionId)
  await upsertBoards(db, owner, [board], known.length)
  return findBoardRow(db, owner.projectId, owner.connectionId, id)
}

type NewBoardInput = InputOf<typeof contracts.createPinterestBoard>

/**
 * Names are unique in an account, so after an unclear end the list tells whether the board was made, and after a refusal
 * whether it was the name's fault: a mistake of the caller's, not of the network.
 */
async function makeBoard(context: Context, desk: Desk, input: NewBoardInput): Promise<NetworkBoard> {
  const wanted = { name: input.name, description: input.description ?? null, privacy: input.privacy ?? null }
  try {
    return await asAccount(context.db, desk.connection, (account, call) => createBoard(account, wanted, call))
  } catch (error) {
    if (!(error instanceof ChannelFault) || !(error.outcome === 'unknown' || isOfContent(error))) throw error
    const boards = await asAccount(context.db, desk.connection, listBoards).catch((failure: unknown) => {
      // The failed look does not say whether the board was made; the first fault does.
      throw error.outcome === 'unknown' && failure instanceof ChannelFault ? error : failure
    })
    const namesake = boards.find(({ name }) => name.toLowerCase() === input.name.toLowerCase())
    if (!namesake) throw error
    if (error.outcome !== 'unknown') {
      throw conflict(`The account has a board named “${namesake.name}” already. Give the new one another name.`)
    }
    if (isNew(namesake, context.now)) return namesake
    throw error
  }
}

const isOfContent = ({ outcome, isRetryable, category }: ChannelFault): boolean =>
  outcome === 'refused' && !isRetryable && category !== 'connection'

const clockSkewMs = 2 * 60 * 1_000

const isNew = ({ createdAt }: NetworkBoard, now: Date): boolean =>
  createdAt !== null && createdAt.getTime() > now.getTime() - clockSkewMs

async function keepDefault({ db }: Context, { owner }: Desk, board: { id: string; name: string } | null) {
  await storeDefaultBoard(db, owner, board)
  const connection = await findConnection(db, owner.projectId, owner.connectionId)
  if (!connection) throw notFound('connection')
  return connection
}

async function asking<T>(ask: () => Promise<T>, needed: Permission = boardPermissions.read): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    throw error instanceof ChannelFault ? providerError(error, needed) : error
  }
}
