import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import type { Database } from '@/lib/db/pool'
import { atTimeOfDay, shiftDays } from '@/lib/stories/content/schedule-time'
import { usualTimesOf } from '@/lib/usual-times/usual-times'

const hourMs = 3_600_000
/** Posts on one channel are at least this far apart. */
const distanceMs = hourMs
/** Time to look at a post before it is published. */
const leastAheadMs = 10 * 60_000
const daysAhead = 60
/** Without usual times: full hours of the day. */
const daytime = ['09:00', '10:00', '11:00', '12:00', '13:00', '14:00', '15:00', '16:00', '17:00']

type Weekly = { weekday: number; time: string }[]

/**
 * Free times of a project for channels without posting slots: its usual times, or full hours from 9:00 to 17:00 when there are none
 * yet, with at least an hour to every other post on these channels.
 */
export class FreeTimes {
  private constructor(
    private readonly weekly: Weekly,
    private readonly usedMs: number[],
    private readonly zone: string,
    private readonly now: Date,
  ) {}

  /** The caller has locked the project, so that nobody else takes the same time. */
  static async open(
    db: Database,
    project: { id: string; timezone: string | null },
    channels: readonly ChannelId[],
    now: Date,
  ): Promise<FreeTimes> {
    const zone = project.timezone ?? 'UTC'
    const { times } = await usualTimesOf(db, project.id, { channels, timezone: zone, now })
    const weekly = times.map(({ weekday, hour, minute }) => ({
      weekday,
      time: `${twoDigits(hour)}:${twoDigits(minute)}`,
    }))
    const { rows } = await sql<{ at: Date }>`
      select scheduled_at as at from queue_items
      where project_id = ${project.id} and status in ('approved', 'pending', 'posted')
        and channel = any(${[...channels]}::text[]) and scheduled_at > ${new Date(now.getTime() - distanceMs)}`.execute(
      db,
    )
    const used = rows.map(({ at }) => at.getTime())
    return new FreeTimes(weekly, used, zone, now)
  }

  /** The next free time, which is used from now on. Null when there is none within 60 days. */
  take(): Date | null {
    for (let day = 0; day <= daysAhead; day++) {
      const date = shiftDays(this.now, day, this.zone)
      const free = this.timesOn(date).find((at) => this.isFree(at))
      if (!free) continue
      this.usedMs.push(free.getTime())
      return free
    }
    return null
  }

  private timesOn(date: Date): Date[] {
    const weekday = isoWeekday(date, this.zone)
    const times =
      this.weekly.length > 0 ? this.weekly.filter((one) => one.weekday === weekday).map(({ time }) => time) : daytime
    return [...times].sort().map((time) => atTimeOfDay(date, time, this.zone))
  }

  private isFree(at: Date): boolean {
    if (at.getTime() < this.now.getTime() + leastAheadMs) return false
    return this.usedMs.every((used) => Math.abs(used - at.getTime()) >= distanceMs)
  }
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** 1 is Monday. */
function isoWeekday(date: Date, timeZone: string): number {
  const name = date.toLocaleDateString('en-GB', { timeZone, weekday: 'short' })
  return ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(name) + 1
}
