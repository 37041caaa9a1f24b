import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { daysAheadMax } from './limits'
import { findSlots, findTakenTimes, type SlotsByChannel } from './repository'
import { slotTimes } from './slot-times'

const minuteMs = 60_000
const dayMs = 86_400_000
/** Time to undo, as for a post that is published now. */
const leastAheadMs = minuteMs

const minuteOf = (at: Date): number => Math.floor(at.getTime() / minuteMs)

type Options = {
  channels: readonly ChannelId[]
  now: Date
  /** Days to look ahead. */
  days?: number
  /** The posts of this story do not count. */
  exceptStoryId?: string
}

/** The free slots of a project's channels. */
export class FreeSlots {
  private constructor(
    private readonly slots: SlotsByChannel,
    private readonly taken: ReadonlyMap<ChannelId, Set<number>>,
    private readonly timezone: string,
    private readonly range: { from: Date; to: Date },
  ) {}

  /** To take slots, lock the project first: then nobody else takes the same ones. */
  static async open(
    db: Database,
    project: { id: string; timezone: string | null },
    { channels, now, days = daysAheadMax, exceptStoryId }: Options,
  ): Promise<FreeSlots> {
    const range = { from: new Date(now.getTime() + leastAheadMs), to: new Date(now.getTime() + days * dayMs) }
    const slots = await findSlots(db, project.id)
    const wanted = { channels, from: now, to: range.to, exceptStoryId: exceptStoryId ?? null }
    const taken = new Map<ChannelId, Set<number>>(channels.map((channel) => [channel, new Set()]))
    for (const { channel, at } of await findTakenTimes(db, project.id, wanted)) taken.get(channel)?.add(minuteOf(at))
    return new FreeSlots(slots, taken, project.timezone ?? 'UTC', range)
  }

  hasSlots(channel: ChannelId): boolean {
    return this.slots[channel] !== undefined
  }

  /** The next free slots of a channel, at most `count`. */
  list(channel: ChannelId, count: number): Date[] {
    const listed: Date[] = []
    for (const at of this.freeTimes(channel)) {
      if (listed.push(at) === count) break
    }
    return listed
  }

  /** The next free slot of a channel, which is taken from now on. Null when there is none in range. */
  take(channel: ChannelId): Date | null {
    const [at] = this.list(channel, 1)
    if (at) this.taken.get(channel)?.add(minuteOf(at))
    return at ?? null
  }

  private *freeTimes(channel: ChannelId): Generator<Date> {
    for (const at of slotTimes(this.slots[channel] ?? [], this.timezone, this.range.from)) {
      if (at > this.range.to) return
      if (!this.taken.get(channel)?.has(minuteOf(at))) yield at
    }
  }
}
