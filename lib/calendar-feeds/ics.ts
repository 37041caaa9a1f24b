import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'
import { partsOf } from '@/lib/calendar/parts'
import { channelNames } from '@/lib/channels/names'
import { headlineOf } from '@/lib/stories/content/headline'
import type { FeedStory } from './repository'

/** Calendars draw events without a length as a thin line. */
const shownMinutes = 15
const refreshSeconds = 900

type Feed = { projectId: string; projectName: string; appUrl: string; stories: readonly FeedStory[] }

/** An iCalendar document (RFC 5545) with an event per story and time, in UTC: the app shows its reader's time zone. */
export function toIcs({ projectId, projectName, appUrl, stories }: Feed): string {
  const calendar = ical({
    name: `${projectName} · Storycast`,
    prodId: { company: 'Storycast', product: 'Storycast', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  })
  for (const story of stories.flatMap(eventsOf)) {
    const url = `${appUrl}/${projectId}/stories/${story.id}`
    calendar.createEvent({
      id: `${story.uid}@${new URL(appUrl).hostname}`,
      start: story.at,
      end: new Date(story.at.getTime() + shownMinutes * 60_000),
      summary: `${stateOf(story)}${headlineOf(story)}`,
      description: `${story.channels.map((channel) => channelNames[channel]).join(', ')}\n\n${story.caption}\n\n${url}`,
      url,
      status: isTentative(story) ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      // A post does not make its author busy.
      transparency: ICalEventTransparency.TRANSPARENT,
      stamp: story.updated_at,
      lastModified: story.updated_at,
    })
  }
  return calendar.toString()
}

type FeedEvent = Omit<FeedStory, 'posts'> & { uid: string }

/** A story has an event for each time at which its channels are published. */
function eventsOf(story: FeedStory): FeedEvent[] {
  const { id, channels, status, posts } = story
  const parts = partsOf({ id, at: story.at.toISOString(), channels, status, posts })
  if (parts.length === 0) return [{ ...story, uid: id }]
  return parts.map(({ key, at, ...part }) => ({ ...story, ...part, at: new Date(at), uid: key.replace(':', '-') }))
}

const isTentative = ({ status, waits_for_approval }: FeedEvent): boolean => status === 'draft' || waits_for_approval

/** What needs someone's attention stands before the title. */
function stateOf({ status, waits_for_approval }: FeedEvent): string {
  if (status === 'draft') return 'Draft: '
  if (status === 'failed') return 'Failed: '
  if (status === 'partial') return 'Partly published: '
  return waits_for_approval ? 'Needs approval: ' : ''
}
