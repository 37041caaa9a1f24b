import type { Account } from '../accounts'
import { type Answer, type Call, emptyAnswer, jsonAnswer } from '../exchange'
import { digits } from '../ids'
import type { Visit } from '../router'
import type { Sandbox } from '../sandbox'
import type { Shelf } from '../shelf'
import { badRequest, boardNotFound, bodyOf, notPermitted, sectionNotFound } from './errors'
import { page, requireQuery } from './read'
import { NewBoard, NewSection } from './rules'

type Board = {
  id: string
  created_ms: number
  account_id: string
  name: string
  description: string
  privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET'
}
type Section = { id: string; created_ms: number; board_id: string; name: string }

type SecretScope = 'boards:read_secret' | 'boards:write_secret' | 'pins:read_secret' | 'pins:write_secret'

/** A token of which nothing is known may do everything. */
const maySee = ({ scopes }: Call, scope: SecretScope): boolean => scopes === null || scopes.includes(scope)

const firstBoards = ['From the oven', 'Quiet mornings']

export class Boards {
  readonly #boards: Shelf<Board>
  readonly #sections: Shelf<Section>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#boards = sandbox.shelf<Board>('pinterest.board')
    this.#sections = sandbox.shelf<Section>('pinterest.section')
  }

  /** Two boards of a new account: without one there is nowhere to pin. */
  furnish(account: Account): void {
    for (const name of firstBoards) this.#make(account.account_id, name, '', 'PUBLIC')
  }

  of(accountId: string): Board[] {
    return [...this.#boards.values()].filter((board) => board.account_id === accountId)
  }

  /** @param scope what a secret board is touched with besides the ordinary permission */
  require(id: string, accountId: string, call: Call, scope: SecretScope): Board {
    const board = this.#boards.get(id)
    if (board?.account_id !== accountId) throw boardNotFound()
    if (board.privacy === 'SECRET' && !maySee(call, scope)) throw notPermitted()
    return board
  }

  requireSection(id: string, boardId: string): void {
    if (this.#sections.get(id)?.board_id !== boardId) throw sectionNotFound()
  }

  list({ call, account }: Visit): Answer {
    requireQuery(call, ['page_size', 'bookmark', 'privacy', 'ad_account_id'])
    const privacy = call.query.get('privacy') ?? 'ALL'
    const kinds: Record<string, string[]> = {
      ALL: ['PUBLIC', 'PROTECTED', 'SECRET'],
      PUBLIC: ['PUBLIC'],
      PROTECTED: ['PROTECTED'],
      SECRET: ['SECRET'],
      PUBLIC_AND_SECRET: ['PUBLIC', 'SECRET'],
    }
    const wanted = kinds[privacy]
    if (!wanted) throw badRequest(`Invalid request: '${privacy}' is not one of ${Object.keys(kinds).join(', ')}`)
    const boards = this.of(account.account_id).filter(
      (board) => wanted.includes(board.privacy) && (board.privacy !== 'SECRET' || maySee(call, 'boards:read_secret')),
    )
    return jsonAnswer(
      200,
      page(call, boards, (board) => this.#show(board, account)),
    )
  }

  create({ call, account }: Visit): Answer {
    requireQuery(call, ['ad_account_id'])
    const given = bodyOf(call, NewBoard)
    if (given.privacy === 'SECRET' && !maySee(call, 'boards:write_secret')) throw notPermitted()
    if (this.of(account.account_id).some(({ name }) => name.toLowerCase() === given.name.toLowerCase())) {
      throw badRequest('You already have a board with this name.')
    }
    const board = this.#make(account.account_id, given.name, given.description ?? '', given.privacy ?? 'PUBLIC')
    return jsonAnswer(201, this.#show(board, account))
  }

  read({ call, account, params }: Visit): Answer {
    requireQuery(call, ['ad_account_id'])
    const board = this.require(params.id ?? '', account.account_id, call, 'boards:read_secret')
    return jsonAnswer(200, this.#show(board, account))
  }

  /** Its pins go with it. */
  delete({ call, account, params }: Visit): Answer {
    requireQuery(call, ['ad_account_id'])
    const board = this.require(params.id ?? '', account.account_id, call, 'boards:write_secret')
    const { journal, ledger } = this.#sandbox
    journal.together(() => {
      for (const pin of ledger.of('pinterest', account.account_id)) {
        const isOnIt = pin.detail.board_id === board.id && pin.deleted_ms === null
        if (isOnIt) ledger.remove(pin, this.#sandbox.nowMs())
      }
      this.#boards.drop(board.id)
    })
    return emptyAnswer(204)
  }

  listSections({ call, account, params }: Visit): Answer {
    requireQuery(call, ['page_size', 'bookmark', 'ad_account_id'])
    const board = this.require(params.id ?? '', account.account_id, call, 'boards:read_secret')
    const sections = [...this.#sections.values()].filter(({ board_id }) => board_id === board.id)
    return jsonAnswer(
      200,
      page(call, sections, ({ id, name }) => ({ id, name })),
    )
  }

  createSection({ call, account, params }: Visit): Answer {
    requireQuery(call, ['ad_account_id'])
    const board = this.require(params.id ?? '', account.account_id, call, 'boards:write_secret')
    const { name } = bodyOf(call, NewSection)
    const section = { id: digits('5', 19), created_ms: this.#sandbox.nowMs(), board_id: board.id, name }
    this.#sections.put(section)
    return jsonAnswer(201, { id: section.id, name })
  }

  #make(accountId: string, name: string, description: string, privacy: Board['privacy']): Board {
    const created_ms = this.#sandbox.nowMs()
    const board = { id: digits('5497558', 18), created_ms, account_id: accountId, name, description, privacy }
    this.#boards.put(board)
    return board
  }

  #show(board: Board, account: Account): unknown {
    const { id, name, description, privacy, created_ms } = board
    const pins = this.#sandbox.ledger
      .of('pinterest', account.account_id)
      .filter((post) => post.detail.board_id === id && post.deleted_ms === null)
    const created_at = new Date(created_ms).toISOString().slice(0, 19)
    return {
      id,
      name,
      description,
      privacy,
      owner: { username: account.handle },
      pin_count: pins.length,
      follower_count: 0,
      collaborator_count: 0,
      created_at,
      board_pins_modified_at: created_at,
      media: { image_cover_url: null, pin_thumbnail_urls: [] },
    }
  }
}
