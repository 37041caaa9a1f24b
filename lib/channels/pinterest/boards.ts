import { z } from 'zod'
import type { Account, CallOptions } from '../channel'
import { ChannelError } from '../channel-error'
import { callPinterest } from './client'
import { utc } from './time'

export const boardPrivacies = ['PUBLIC', 'PROTECTED', 'SECRET'] as const
export type BoardPrivacy = (typeof boardPrivacies)[number]

/** A board at the network. */
export type NetworkBoard = {
  id: string
  name: string
  description: string
  privacy: BoardPrivacy
  pinCount: number | null
  coverImageUrl: string | null
  createdAt: Date | null
}

export type BoardSection = { id: string; name: string }

const Board = z.object({
  id: z.string().min(1),
  name: z.string(),
  description: z.string().nullish(),
  privacy: z.enum(boardPrivacies).catch('PUBLIC'),
  pin_count: z.number().nullish(),
  created_at: z.string().nullish(),
  media: z.object({ image_cover_url: z.string().nullish() }).nullish(),
})
const Section = z.object({ id: z.string().min(1), name: z.string() })
const pageOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item), bookmark: z.string().nullish() })

const pageSize = '250'
/** More than any account has. Stops at circular bookmarks. */
const maxPages = 40

/** All boards visible to the connection, in the network's order. */
export async function listBoards(account: Account, call: CallOptions): Promise<NetworkBoard[]> {
  return (await readAll(account, 'boards', Board, call)).map(toBoard)
}

/** Sections of a board; null if the board is gone. */
export async function listSections(
  account: Account,
  boardId: string,
  call: CallOptions,
): Promise<BoardSection[] | null> {
  return unlessGone(() => readAll(account, `boards/${encodeURIComponent(boardId)}/sections`, Section, call))
}

/** One board; null if it does not exist. */
export async function readBoard(account: Account, id: string, call: CallOptions): Promise<NetworkBoard | null> {
  // The network rejects malformed ids, which also means not found.
  if (!/^\d+$/.test(id)) return null
  const path = `boards/${encodeURIComponent(id)}`
  return unlessGone(async () => toBoard(await callPinterest(account, { method: 'GET', path }, Board, call)))
}

export type NewBoard = { name: string; description: string | null; privacy: BoardPrivacy | null }

/**
 * Creates a board.
 *
 * @throws ChannelError with outcome `unknown` if the result is unclear
 */
export async function createBoard(account: Account, board: NewBoard, call: CallOptions): Promise<NetworkBoard> {
  const json = {
    name: board.name,
    ...(board.description === null ? {} : { description: board.description }),
    ...(board.privacy === null ? {} : { privacy: board.privacy }),
  }
  const request = { method: 'POST' as const, path: 'boards', json, makesPublic: true }
  return toBoard(await callPinterest(account, request, Board, call))
}

async function readAll<T extends z.ZodType>(
  account: Account,
  path: string,
  item: T,
  call: CallOptions,
): Promise<z.output<T>[]> {
  const items: z.output<T>[] = []
  let bookmark: string | null = null
  for (let page = 0; page < maxPages; page += 1) {
    const query: Record<string, string> = { page_size: pageSize, ...(bookmark ? { bookmark } : {}) }
    const read: { items: z.output<T>[]; bookmark?: string | null | undefined } = await callPinterest(
      account,
      { method: 'GET', path, query },
      pageOf(item),
      call,
    )
    items.push(...read.items)
    bookmark = read.bookmark ?? null
    if (!bookmark) break
  }
  return items
}

async function unlessGone<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ChannelError && error.providerStatus === 404 && error.outcome === 'refused') return null
    throw error
  }
}

const toBoard = (board: z.output<typeof Board>): NetworkBoard => ({
  id: board.id,
  name: board.name,
  description: board.description ?? '',
  privacy: board.privacy,
  pinCount: board.pin_count ?? null,
  coverImageUrl: board.media?.image_cover_url ?? null,
  createdAt: board.created_at ? utc(board.created_at) : null,
})
