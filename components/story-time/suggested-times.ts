import { instantOf } from '@/components/time/local-time'
import { nextWeeklyTime } from '@/components/time/next-weekly-time'
import { addDays, weekdayOf } from '@/lib/calendar-days'
import { type ChannelId, channelIds } from '@/lib/channel-ids'

/** A time to offer in a date-time picker, and why. */
export type SuggestedTime = {
  kind: 'free_slot' | 'best_time' | 'usual_time'
  label: string
  /** Local time in the project’s zone. */
  local: string
  basis: string
}

type WeeklyTime = { weekday: number; hour: number; minute: number }

/** What the suggestions are made of. Null: not known, so nothing is suggested from it. */
export type Sources = {
  /** Free posting slots, soonest first. */
  free: Partial<Record<ChannelId, string[]>> | null
  /** Results by time of the week. `hour` starts a block of three hours. */
  results: {
    posts: number
    times: { weekday: number; hour: number; lift: number | null; is_recommended: boolean }[]
  } | null
  /** Times at which the project publishes often, the most frequent first. `stories` of the last 180 days. */
  usual: { stories: number; times: (WeeklyTime & { stories: number })[] } | null
}

type Context = {
  timeZone: string
  now: Date
  localOf: (at: string) => string
  nameChannels: (ids: ChannelId[]) => string
}

/** Fewer stories show no pattern. */
const storiesMin = 5

/** The next free slot and the best time of a story on these channels. */
export function suggestedTimes(sources: Sources, context: Context): SuggestedTime[] {
  return [freeSlot(sources.free, context), bestTime(sources, context)].filter((one) => one !== null)
}

/** The first time that is free for all channels, or else for the most of them. */
function freeSlot(free: Sources['free'], { localOf, nameChannels }: Context): SuggestedTime | null {
  const byTime = new Map<string, ChannelId[]>()
  const channels = channelIds.filter((channel) => free?.[channel]?.length)
  for (const channel of channels)
    for (const at of free?.[channel] ?? []) byTime.set(at, [...(byTime.get(at) ?? []), channel])
  const [first] = [...byTime].sort(
    ([one, own], [other, others]) => others.length - own.length || one.localeCompare(other),
  )
  if (!first) return null
  const [at, own] = first
  return {
    kind: 'free_slot',
    label: 'Next free slot',
    local: localOf(at),
    basis: `Posting slot of ${nameChannels(own)}`,
  }
}

/** The middle of a block of three hours. */
const middle = ({ weekday, hour }: { weekday: number; hour: number }): WeeklyTime => ({
  weekday,
  hour: hour + 1,
  minute: 30,
})

function bestTime({ results, usual }: Sources, context: Context): SuggestedTime | null {
  const best = results?.times
    .filter(({ is_recommended, lift }) => is_recommended && lift !== null)
    .sort((one, other) => (other.lift ?? 0) - (one.lift ?? 0))[0]
  if (best) {
    const basis = `Posts at this time did ${Math.round((best.lift ?? 0) * 100)}% better than average`
    return weekly(middle(best), ['best_time', 'Best time'], `${basis} (${results?.posts} posts compared)`, context)
  }
  const [often] = usual?.times ?? []
  if (often && usual)
    return weekly(
      often,
      ['usual_time', 'Usual time'],
      `${often.stories} of your last ${usual.stories} stories were published then`,
      context,
    )
  if (!usual) return null
  const why =
    usual.stories < storiesMin
      ? 'Fewer than 5 stories are published, so there are no results yet'
      : 'No time stands out in your results'
  return weekdayMorning(why, context)
}

type Name = [kind: SuggestedTime['kind'], label: string]

function weekly(time: WeeklyTime, [kind, label]: Name, basis: string, context: Context): SuggestedTime | null {
  const local = nextWeeklyTime(time, context.timeZone, context.now)
  return local === null ? null : { kind, label, local, basis }
}

/** The next working day at 9:00. */
function weekdayMorning(basis: string, { timeZone, now, localOf }: Context): SuggestedTime {
  let day = localOf(now.toISOString()).slice(0, 10)
  const isPast = (): boolean => (instantOf(`${day}T09:00`, timeZone) ?? now) <= now
  while (isPast() || weekdayOf(day) % 6 === 0) day = addDays(day, 1)
  return { kind: 'best_time', label: 'Weekday morning', local: `${day}T09:00`, basis }
}
