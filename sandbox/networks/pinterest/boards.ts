import { type Answer, type Call, emptyAnswer, jsonAnswer, type Visit } from '../../http/call'
import type { Account } from '../../state/accounts'
import type { Collection } from '../../state/event-log'
import { digits } from '../../state/ids'
import type { Sandbox } from '../../state/sandbox'
import { badRequest, bodyOf, NewBoard, NewSection, page, refusal, requireQuery } from './request'

type Board = {
  id: string
  created_ms: number
  account_id: string
  name: string
  description: string
  privacy: 'PUBLIC' | 'PROTECTED' | 'SECRET'
}
type Section = { id: string; created_ms: number; board_id: string; name: string }

/** Required for secret boards, in addition to the ordinary scope. */
type SecretScope = 'boards:read_secret' | 'boards:write_secret' | 'pins:read_secret' | 'pins:write_secret'

const firstBoards = ['From the oven', 'Quiet mornings']

export class Boards {
  readonly #boards: Collection<Board>
  readonly #sections: Collection<Section>
  readonly #sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    this.#boards = sandbox.collection<Board>('pinterest.board')
    this.#sections = sandbox.collection<Section>('pinterest.section')
  }

  /** Creates two boards for a new account, because pins need one. */
  setUp(account: Account): void {
    for (const name of firstBoards) this.#create(account.account_id, name, '', 'PUBLIC')
  }

  of(accountId: string): Board[] {
    return [...this.#boards.values()].filter((board) => board.account_id === accountId)
  }

  require(id: string, accountId: string, call: Call, scope: SecretScope): Board {
    const board = this.#boards.get(id)
    if (board?.account_id !== accountId) throw refusal('boardNotFound')
    if (board.privacy === 'SECRET' && !call.isGranted([scope])) throw refusal('notPermitted')
    return board
  }

  requireSection(id: string, boardId: string): void {
    if (this.#sections.get(id)?.board_id !== boardId) throw refusal('sectionNotFound')
  }

  inPath({ call, account, params }: Visit, scope: SecretScope): Board {
    return this.require(params.id ?? '', account.account_id, call, scope)
  }

  list({ call, account }: Visit): Answer {
    requireQuery(call, ['page_size', 'bookmark'])
    const seesSecret = call.isGranted(['boards:read_secret'])
    const boards = this.of(account.account_id).filter(({ privacy }) => privacy !== 'SECRET' || seesSecret)
    const body = page(call, boards, (board) => this.#show(board, account))
    return jsonAnswer(200, body)
  }

  create({ call, account }: Visit): Answer {
    requireQuery(call)
    const { name, description, privacy = 'PUBLIC' } = bodyOf(call, NewBoard)
    if (privacy === 'SECRET' && !call.isGranted(['boards:write_secret'])) throw refusal('notPermitted')
    if (this.of(account.account_id).some((board) => board.name.toLowerCase() === name.toLowerCase()))
      throw badRequest('You already have a board with this name.')
    return jsonAnswer(201, this.#show(this.#create(account.account_id, name, description ?? '', privacy), account))
  }

  read(visit: Visit): Answer {
    requireQuery(visit.call)
    return jsonAnswer(200, this.#show(this.inPath(visit, 'boards:read_secret'), visit.account))
  }

  /** Deletes its pins as well. */
  delete(visit: Visit): Answer {
    requireQuery(visit.call)
    const board = this.inPath(visit, 'boards:write_secret')
    const { log, posts } = this.#sandbox
    log.batch(() => {
      for (const pin of this.#pinsOn(board)) posts.remove(pin, this.#sandbox.nowMs())
      this.#boards.drop(board.id)
    })
    return emptyAnswer(204)
  }

  listSections(visit: Visit): Answer {
    requireQuery(visit.call, ['page_size', 'bookmark'])
    const board = this.inPath(visit, 'boards:read_secret')
    const sections = [...this.#sections.values()].filter(({ board_id }) => board_id === board.id)
    const body = page(visit.call, sections, ({ id, name }) => ({ id, name }))
    return jsonAnswer(200, body)
  }

  createSection(visit: Visit): Answer {
    requireQuery(visit.call)
    const board = this.inPath(visit, 'boards:write_secret')
    const { name } = bodyOf(visit.call, NewSection)
    const id = digits('5', 19)
    this.#sections.put({ id, created_ms: this.#sandbox.nowMs(), board_id: board.id, name })
    return jsonAnswer(201, { id, name })
  }

  #create(account_id: string, name: string, description: string, privacy: Board['privacy']): Board {
    const created_ms = this.#sandbox.nowMs()
    const board = { id: digits('5497558', 18), created_ms, account_id, name, description, privacy }
    this.#boards.put(board)
    return board
  }

  #pinsOn({ id, account_id }: Board) {
    const pins = this.#sandbox.posts.of('pinterest', account_id)
    return pins.filter((pin) => pin.detail.board_id === id && pin.deleted_ms === null)
  }

  #show(board: Board, account: Account): unknown {
    const { id, name, description, privacy, created_ms } = board
    const created_at = new Date(created_ms).toISOString().slice(0, 19)
    return {
      id,
      name,
      description,
      privacy,
      owner: { username: account.handle },
      pin_count: this.#pinsOn(board).length,
      created_at,
      media: { image_cover_url: null, pin_thumbnail_urls: [] },
    }
  }
}
