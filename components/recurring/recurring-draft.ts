import { instantOf, localOf } from '@/components/time/local-time'
import { tidyTime } from '@/components/time/tidy-time'
import type { LocalDateTime } from '@/components/ui/date-time/parse-date-time'
import type { ChannelId } from '@/lib/channel-ids'
import { type Cadence, cadenceWith } from '@/lib/recurring/cadence'
import type { RecurringStory, RecurringTemplate } from '@/lib/recurring/contract'
import type { Slide } from '@/lib/story-content'
import type { RecurringInput } from './recurring-keys'

/** The values of the form. Fields of all kinds of cadence are kept, so that switching the kind loses nothing. */
export type RecurringDraft = {
  name: string
  title: string
  caption: string
  hashtags: string
  destinationUrl: string
  channels: ChannelId[]
  slides: Slide[]
  contentType: string
  kind: Cadence['kind']
  time: string
  weekdays: number[]
  dayOfMonth: number | 'last'
  cron: string
  timezone: string
  startsAt: LocalDateTime | ''
  endsAt: LocalDateTime | ''
  aheadMinutes: number
}

export const newDraft = (timezone: string, channels: ChannelId[]): RecurringDraft => ({
  name: '',
  title: '',
  caption: '',
  hashtags: '',
  destinationUrl: '',
  channels,
  slides: [],
  contentType: '',
  kind: 'weekly',
  time: '09:00',
  weekdays: [1],
  dayOfMonth: 1,
  cron: '0 9 * * 1-5',
  timezone,
  startsAt: '',
  endsAt: '',
  aheadMinutes: 1_440,
})

export function draftOf(template: RecurringTemplate): RecurringDraft {
  const { cadence, story, timezone, starts_at, ends_at } = template
  const blank = newDraft(timezone, story.channels)
  return {
    ...blank,
    name: template.name,
    title: story.title ?? '',
    caption: story.caption,
    hashtags: story.hashtags ?? '',
    destinationUrl: story.destination_url ?? '',
    slides: slidesOf(story),
    contentType: story.content_type ?? '',
    kind: cadence.kind,
    time: cadence.time ?? blank.time,
    weekdays: cadence.weekdays ?? blank.weekdays,
    dayOfMonth: cadence.day_of_month ?? blank.dayOfMonth,
    cron: cadence.cron ?? blank.cron,
    startsAt: starts_at ? localOf(starts_at, timezone) : '',
    endsAt: ends_at ? localOf(ends_at, timezone) : '',
    aheadMinutes: template.create_ahead_minutes,
  }
}

const slidesOf = ({ slides, media_urls, media_url }: RecurringStory): Slide[] =>
  slides ?? (media_urls ?? (media_url ? [media_url] : [])).map((url) => ({ media_url: url }))

export const cadenceOf = ({ dayOfMonth, time, ...draft }: RecurringDraft): Cadence =>
  cadenceWith({ ...draft, time: tidyTime(time), day_of_month: dayOfMonth })

const instant = (local: LocalDateTime | '', timezone: string): string | null =>
  local === '' ? null : (instantOf(local, timezone)?.toISOString() ?? null)

export const scheduleOf = (draft: RecurringDraft) => ({
  cadence: cadenceOf(draft),
  timezone: draft.timezone,
  starts_at: instant(draft.startsAt, safeZone(draft.timezone)),
  ends_at: instant(draft.endsAt, safeZone(draft.timezone)),
})

/** The zone while it is typed may not exist yet. */
export function safeZone(timezone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: timezone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}

/**
 * The request for a draft.
 *
 * @param before the stored story, whose other members are kept
 */
export function inputOf(draft: RecurringDraft, before: RecurringStory | null): RecurringInput {
  const { media_url: _url, media_urls: _urls, slides: _slides, post_type, channel_overrides, ...rest } = before ?? {}
  const overrides = Object.entries(channel_overrides ?? {}).filter(([channel]) =>
    draft.channels.includes(channel as ChannelId),
  )
  return {
    name: draft.name,
    ...scheduleOf(draft),
    create_ahead_minutes: draft.aheadMinutes,
    story: {
      ...rest,
      caption: draft.caption,
      channels: draft.channels,
      title: draft.title.trim() || null,
      hashtags: draft.hashtags.trim() || null,
      destination_url: draft.destinationUrl.trim() || null,
      content_type: draft.contentType.trim() || null,
      ...(draft.slides.length > 0 ? { slides: draft.slides } : {}),
      // The number of slides decides between single and carousel.
      ...(post_type === 'reel' || post_type === 'story' ? { post_type } : {}),
      ...(overrides.length > 0 ? { channel_overrides: Object.fromEntries(overrides) } : {}),
    },
  }
}
