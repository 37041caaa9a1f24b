import type { ChannelId } from '../channels/ids'

/** One line of the call log. The path has no query, because Meta's clients may put a token there. */
export type CallRecord = {
  id: string
  at: string
  network: ChannelId
  account_id: string | null
  call: string | null
  method: string
  path: string
  /** Null while it has no answer, and for ever where a fault swallowed it. */
  status: number | null
  fault: string | null
  duration_ms: number | null
}

/** Enough for a run of thousands of posts to be looked at afterwards. */
export const capacity = 20_000

/** The last calls, for people who wonder what their client did. Kept in memory only. */
export class CallLog {
  #records: CallRecord[] = []

  add(record: CallRecord): void {
    this.#records.push(record)
    if (this.#records.length >= capacity * 2) this.#records = this.#records.slice(-capacity)
  }

  /** Newest first. */
  latest(limit: number, network?: ChannelId): CallRecord[] {
    const found: CallRecord[] = []
    for (let i = this.#records.length - 1; i >= 0 && found.length < limit; i--) {
      const record = this.#records[i]
      if (record && (!network || record.network === network)) found.push(record)
    }
    return found
  }

  clear(): void {
    this.#records = []
  }
}
