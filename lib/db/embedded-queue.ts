import type { PGlite } from '@electric-sql/pglite'
import { log } from '@/lib/logger'
import type { DiskGuard } from './disk-guard'
import type { TurnWatch } from './turn-watch'

/**
 * Messages that end a client's turn (PostgreSQL protocol, section 55.7): simple query, sync, terminate, password,
 * function call. A startup packet has no type; its first byte is the high byte of its length, 0.
 */
const endsTurn = new Set([0, ...['Q', 'S', 'X', 'p', 'F'].map((letter) => letter.charCodeAt(0))])

type Turn = {
  handlerId: number
  messages: Uint8Array
  onData(data: Uint8Array): void
  resolve(bytes: number): void
  reject(error: unknown): void
}

/** Idle transactions are rolled back after this time if other clients wait. */
const idleTransactionMs = 20_000

type Options = {
  disk?: DiskGuard | undefined
  watch?: TurnWatch | undefined
  /** Called once, when the backend has ended and accepts no more queries. */
  onEnd?(why: string): void
  onDisk?(isFull: boolean): void
}

/**
 * Decides which client's messages go to the single backend next. Replaces pglite-socket's queue, which interleaves
 * the messages of two clients: one client's Bind could use another's parsed statement, so a query ran with the wrong
 * values. Here a client's messages are buffered until its Sync and then run together. A client with an open
 * transaction keeps the backend until it ends.
 */
export class TurnQueue {
  private readonly turns: Turn[] = []
  /** Messages of turns that have no Sync yet. */
  private readonly partial = new Map<number, Uint8Array[]>()
  private isProcessing = false
  /** The client with the open transaction. */
  private owner: number | null = null
  private idle: NodeJS.Timeout | undefined
  /** Clients whose transaction was rolled back. Their next messages belong to it and are rejected. */
  private readonly evicted = new Set<number>()
  private endedBy: string | null = null

  constructor(
    private readonly db: PGlite,
    private readonly options: Options = {},
  ) {}

  enqueue(handlerId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    if (this.endedBy !== null) return Promise.reject(new Error(this.endedBy))
    if (this.evicted.has(handlerId)) return Promise.reject(new Error('The transaction was open for too long.'))
    const parts = this.partial.get(handlerId) ?? []
    parts.push(message)
    if (!endsTurn.has(message[0] ?? 0)) {
      this.partial.set(handlerId, parts)
      return Promise.resolve(0)
    }
    this.partial.delete(handlerId)
    const messages = parts.length === 1 ? message : new Uint8Array(Buffer.concat(parts))
    return new Promise((resolve, reject) => {
      this.turns.push({ handlerId, messages, onData, resolve, reject })
      void this.process()
    })
  }

  getQueueLength(): number {
    return this.turns.length
  }

  /** Drops the queued turns of a disconnected client. */
  clearQueueForHandler(handlerId: number): void {
    this.partial.delete(handlerId)
    const gone = this.turns.filter((turn) => turn.handlerId === handlerId)
    this.turns.splice(0, this.turns.length, ...this.turns.filter((turn) => turn.handlerId !== handlerId))
    for (const turn of gone) turn.reject(new Error('The client has disconnected.'))
  }

  /** Rolls back the transaction of a disconnected client. */
  async clearTransactionIfNeeded(handlerId: number): Promise<void> {
    this.evicted.delete(handlerId)
    await this.rollBack(handlerId)
  }

  private async rollBack(handlerId: number): Promise<void> {
    if (this.owner !== handlerId || this.endedBy !== null) return
    if (this.db.isInTransaction()) await this.db.exec('ROLLBACK').catch(() => {})
    this.setOwner(null)
    void this.process()
  }

  private setOwner(handlerId: number | null): void {
    clearTimeout(this.idle)
    this.owner = handlerId
    if (handlerId !== null) this.idle = setTimeout(() => void this.evict(handlerId), idleTransactionMs).unref()
  }

  private async evict(handlerId: number): Promise<void> {
    if (this.turns.length === 0) return this.setOwner(handlerId)
    log.warn('database.idle_transaction_ended', { seconds: idleTransactionMs / 1000 })
    this.evicted.add(handlerId)
    await this.rollBack(handlerId)
  }

  /** Stops timers. The caller closes the backend. */
  stop(): void {
    clearTimeout(this.idle)
  }

  private next(): Turn | undefined {
    if (this.owner === null) return this.turns.shift()
    const index = this.turns.findIndex(({ handlerId }) => handlerId === this.owner)
    return index === -1 ? undefined : this.turns.splice(index, 1)[0]
  }

  private async process(): Promise<void> {
    if (this.isProcessing) return
    this.isProcessing = true
    for (let turn = this.next(); turn && this.endedBy === null; turn = this.next()) await this.run(turn)
    this.isProcessing = false
  }

  /** All clients share one session, so this setting applies to all, from their next transaction. */
  private async checkDisk(): Promise<void> {
    const isFull = this.owner === null ? (this.options.disk?.change() ?? null) : null
    if (isFull === null) return
    await this.db.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
    this.options.onDisk?.(isFull)
  }

  private async run({ handlerId, messages, onData, resolve, reject }: Turn): Promise<void> {
    const answers: Uint8Array[] = []
    clearTimeout(this.idle)
    try {
      await this.checkDisk()
      this.options.watch?.turn()
      await this.db.runExclusive(() =>
        this.db.execProtocolRawStream(messages, { onRawData: (data) => void answers.push(data.slice()) }),
      )
      this.options.watch?.turn()
    } catch (error) {
      reject(error)
      return this.end(error instanceof Error ? error.message : String(error))
    }
    const answer = Buffer.concat(answers)
    onData(answer)
    resolve(answer.length)
    const fatalMessage = fatalIn(answer)
    if (fatalMessage !== null) return this.end(fatalMessage)
    this.setOwner(this.db.isInTransaction() ? handlerId : null)
  }

  /** The backend has ended and never restarts. PGlite would still call it, so stop sending. */
  private end(why: string): void {
    this.endedBy = why
    for (const turn of this.turns.splice(0)) turn.reject(new Error(why))
    this.options.onEnd?.(why)
  }
}

/** Message of the error that ended the backend (severity FATAL or PANIC), or null. */
function fatalIn(answer: Buffer): string | null {
  if (!answer.includes('VPANIC\0') && !answer.includes('VFATAL\0')) return null
  // User data may contain these bytes; only messages of type E count.
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== 'E'.charCodeAt(0)) continue
    const fields = answer.toString('utf8', at + 5, at + 1 + answer.readInt32BE(at + 1)).split('\0')
    if (fields.some((field) => field === 'VPANIC' || field === 'VFATAL')) {
      return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'no reason given'
    }
  }
  return null
}
