import type { PGlite } from '@electric-sql/pglite'

/** Messages that end a client's turn (PostgreSQL protocol, 55.7): simple query, sync, terminate, password, function call. */
const endsTurn = new Set(['Q', 'S', 'X', 'p', 'F'].map((letter) => letter.charCodeAt(0)))
const sync = new Uint8Array([0x53, 0, 0, 0, 4])

type Waiting = {
  handlerId: number
  message: Uint8Array
  onData(data: Uint8Array): void
  resolve(bytes: number): void
  reject(error: unknown): void
}

/**
 * Which client's message goes to the one backend next. It takes the place of the queue that pglite-socket brings,
 * which lets the messages of two clients alternate: one client's Bind then meets the statement that another has just
 * parsed, and a query runs with somebody else's values. Here a client that has begun keeps its turn until its Sync,
 * and until the end of its transaction.
 */
export class TurnQueue {
  private readonly queue: Waiting[] = []
  private isProcessing = false
  /** The client whose turn it is; null between turns. */
  private owner: number | null = null
  /** Whether the owner has sent messages that no Sync has ended. */
  private isMidTurn = false

  constructor(private readonly db: PGlite) {}

  enqueue(handlerId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
    return new Promise((resolve, reject) => {
      this.queue.push({ handlerId, message, onData, resolve, reject })
      void this.process()
    })
  }

  getQueueLength(): number {
    return this.queue.length
  }

  /** Forgets what a client that is gone still wanted. */
  clearQueueForHandler(handlerId: number): void {
    const kept = this.queue.filter((waiting) => waiting.handlerId !== handlerId)
    const gone = this.queue.filter((waiting) => waiting.handlerId === handlerId)
    this.queue.splice(0, this.queue.length, ...kept)
    for (const waiting of gone) waiting.reject(new Error('The client is gone.'))
  }

  /** Ends the turn of a client that is gone: what it began is rolled back. */
  async clearTransactionIfNeeded(handlerId: number): Promise<void> {
    if (this.owner !== handlerId) return
    if (this.isMidTurn) await this.db.runExclusive(() => this.db.execProtocolRaw(sync)).catch(() => {})
    if (this.db.isInTransaction()) await this.db.exec('ROLLBACK').catch(() => {})
    this.owner = null
    this.isMidTurn = false
    void this.process()
  }

  private next(): Waiting | undefined {
    if (this.owner === null) return this.queue.shift()
    const index = this.queue.findIndex(({ handlerId }) => handlerId === this.owner)
    return index === -1 ? undefined : this.queue.splice(index, 1)[0]
  }

  private async process(): Promise<void> {
    if (this.isProcessing) return
    this.isProcessing = true
    for (let waiting = this.next(); waiting; waiting = this.next()) await this.run(waiting)
    this.isProcessing = false
  }

  private async run({ handlerId, message, onData, resolve, reject }: Waiting): Promise<void> {
    this.owner = handlerId
    // A start-up packet has no type; its first byte is the high one of a length, which is 0.
    this.isMidTurn = message[0] !== 0 && !endsTurn.has(message[0] ?? 0)
    let bytes = 0
    try {
      await this.db.runExclusive(() =>
        this.db.execProtocolRawStream(message, {
          onRawData: (data) => {
            bytes += data.length
            onData(data)
          },
        }),
      )
      resolve(bytes)
    } catch (error) {
      reject(error)
    }
    if (!this.isMidTurn && !this.db.isInTransaction()) this.owner = null
  }
}
