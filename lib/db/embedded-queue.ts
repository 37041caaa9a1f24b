import type { PGlite } from '@electric-sql/pglite'
import { log } from '@/lib/logger'
import type { DiskGuard } from './disk-guard'
import type { TurnWatch } from './turn-watch'

/**
 * Messages that end a client's turn (PostgreSQL protocol, section 55.7): simple query, sync, terminate, password,
 * function call. A start-up packet has no type; its first byte is the high one of a length, which is 0.
 */
const endsTurn = new Set([0, ...['Q', 'S', 'X', 'p', 'F'].map((letter) => letter.charCodeAt(0))])

type Turn = {
  handlerId: number
  messages: Uint8Array
  onData(data: Uint8Array): void
  resolve(bytes: number): void
  reject(error: unknown): void
}

/** A client that leaves its transaction open for longer while others wait is gone or asleep: it is rolled back. */
const idleTransactionMs = 20_000

type Surroundings = {
  disk?: DiskGuard | undefined
  watch?: TurnWatch | undefined
  /** Called once when the backend has ended; nothing can be asked of it any more. */
  onEnd?(why: string): void
  onDisk?(isFull: boolean): void
}

/**
 * Which client's messages go to the one backend next. It takes the place of the queue that pglite-socket brings,
 * which lets the messages of two clients alternate: one client's Bind then meets the statement that another has just
 * parsed, and a query runs with somebody else's values. Here what a client sends is held until its Sync and then run
 * whole; and a client that has opened a transaction keeps the backend until it ends.
 */
export class TurnQueue {
  private readonly turns: Turn[] = []
  /** What clients have sent of a turn that no Sync has ended yet. */
  private readonly begun = new Map<number, Uint8Array[]>()
  private isProcessing = false
  /** The client whose transaction is open. */
  private owner: number | null = null
  private idle: NodeJS.Timeout | undefined
  /** Clients whose transaction was ended without their knowledge: what they send on belongs to it. */
  private readonly evicted = new Set<number>()
  private endedBy: string | null = null

  constructor(
    private readonly db: PGlite,
    private readonly around: Surroundings = {},
  ) {}

  enqueue(handlerId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    if (this.endedBy !== null) return Promise.reject(new Error(this.endedBy))
    if (this.evicted.has(handlerId)) return Promise.reject(new Error('The transaction was open for too long.'))
    const begun = this.begun.get(handlerId) ?? []
    begun.push(message)
    if (!endsTurn.has(message[0] ?? 0)) {
      this.begun.set(handlerId, begun)
      return Promise.resolve(0)
    }
    this.begun.delete(handlerId)
    const messages = begun.length === 1 ? message : new Uint8Array(Buffer.concat(begun))
    return new Promise((resolve, reject) => {
      this.turns.push({ handlerId, messages, onData, resolve, reject })
      void this.process()
    })
  }

  getQueueLength(): number {
    return this.turns.length
  }

  /** Forgets what a client that is gone still wanted. */
  clearQueueForHandler(handlerId: number): void {
    this.begun.delete(handlerId)
    const gone = this.turns.filter((turn) => turn.handlerId === handlerId)
    this.turns.splice(0, this.turns.length, ...this.turns.filter((turn) => turn.handlerId !== handlerId))
    for (const turn of gone) turn.reject(new Error('The client is gone.'))
  }

  /** Ends the transaction of a client that is gone. */
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

  /** Stops timers; the backend is closed by whoever opened it. */
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

  /** Every client has the one session, so what is set here holds for all, from their next transaction on. */
  private async lookAtDisk(): Promise<void> {
    const isFull = this.owner === null ? (this.around.disk?.change() ?? null) : null
    if (isFull === null) return
    await this.db.exec(`set default_transaction_read_only = ${isFull ? 'on' : 'off'}`)
    this.around.onDisk?.(isFull)
  }

  private async run({ handlerId, messages, onData, resolve, reject }: Turn): Promise<void> {
    const answers: Uint8Array[] = []
    clearTimeout(this.idle)
    try {
      await this.lookAtDisk()
      this.around.watch?.turn()
      await this.db.runExclusive(() =>
        this.db.execProtocolRawStream(messages, { onRawData: (data) => void answers.push(data.slice()) }),
      )
      this.around.watch?.turn()
    } catch (error) {
      reject(error)
      return this.end(error instanceof Error ? error.message : String(error))
    }
    const answer = Buffer.concat(answers)
    onData(answer)
    resolve(answer.length)
    const lastWords = fatalIn(answer)
    if (lastWords !== null) return this.end(lastWords)
    this.setOwner(this.db.isInTransaction() ? handlerId : null)
  }

  /** The backend has ended. PGlite goes on calling it and never comes back, so it is called no more. */
  private end(why: string): void {
    this.endedBy = why
    for (const turn of this.turns.splice(0)) turn.reject(new Error(why))
    this.around.onEnd?.(why)
  }
}

/** Message of the error with which a backend ends (severity FATAL or PANIC), or null. */
function fatalIn(answer: Buffer): string | null {
  if (!answer.includes('VPANIC\0') && !answer.includes('VFATAL\0')) return null
  // Somebody's data may read like that; only a message of type E says it.
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] !== 'E'.charCodeAt(0)) continue
    const fields = answer.toString('utf8', at + 5, at + 1 + answer.readInt32BE(at + 1)).split('\0')
    if (fields.some((field) => field === 'VPANIC' || field === 'VFATAL')) {
      return fields.find((field) => field.startsWith('M'))?.slice(1) ?? 'no reason given'
    }
  }
  return null
}
