import type { PGlite } from '@electric-sql/pglite'

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

  constructor(private readonly db: PGlite) {}

  enqueue(handlerId: number, message: Uint8Array, onData: (data: Uint8Array) => void): Promise<number> {
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
    if (this.owner !== handlerId) return
    if (this.db.isInTransaction()) await this.db.exec('ROLLBACK').catch(() => {})
    this.owner = null
    void this.process()
  }

  private next(): Turn | undefined {
    if (this.owner === null) return this.turns.shift()
    const index = this.turns.findIndex(({ handlerId }) => handlerId === this.owner)
    return index === -1 ? undefined : this.turns.splice(index, 1)[0]
  }

  private async process(): Promise<void> {
    if (this.isProcessing) return
    this.isProcessing = true
    for (let turn = this.next(); turn; turn = this.next()) await this.run(turn)
    this.isProcessing = false
  }

  private async run({ handlerId, messages, onData, resolve, reject }: Turn): Promise<void> {
    const answers: Uint8Array[] = []
    try {
      await this.db.runExclusive(() =>
        this.db.execProtocolRawStream(messages, { onRawData: (data) => void answers.push(data.slice()) }),
      )
      const answer = Buffer.concat(answers)
      onData(answer)
      resolve(answer.length)
    } catch (error) {
      reject(error)
    }
    this.owner = this.db.isInTransaction() ? handlerId : null
  }
}
