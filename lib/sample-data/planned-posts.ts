import { sql, type Transaction } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { DB } from '@/lib/db/types.generated'
import { week } from './history'
import type { demoTopics } from './past-captions'
import type { PictureName } from './pictures'

/** How far the plan goes, from tomorrow. */
const days = 14

type Planned = { title: string; caption: string; content_type: (typeof demoTopics)[number]; picture: PictureName }

/** One for each slot of two weeks, in turn. */
const planned: readonly Planned[] = [
  {
    title: 'Latte art class',
    caption: 'Pour your first rosetta with us. Six places, two hours, all the milk you need.',
    content_type: 'community',
    picture: 'latte',
  },
  {
    title: 'Gingerbread syrup',
    caption: 'Gingerbread syrup in ten minutes: water, brown sugar, four spices. Save this for December.',
    content_type: 'recipes',
    picture: 'pumpkin-latte',
  },
  {
    title: 'A day with Ana',
    caption: 'Up at four, first tray at five, last bun gone at ten. A day with our baker Ana.',
    content_type: 'behind-the-scenes',
    picture: 'buns',
  },
  {
    title: 'Gift boxes',
    caption: 'Two coffees, one mug, one card that we write for you. Gift boxes are on the counter now.',
    content_type: 'offers',
    picture: 'gift',
  },
  {
    title: 'Winter market',
    caption: 'Find us at the winter market on Saturday: third stall on the left, follow the cinnamon.',
    content_type: 'community',
    picture: 'market',
  },
  {
    title: 'Better moka pot',
    caption: 'Three small changes for a better moka pot. The first one is hot water.',
    content_type: 'recipes',
    picture: 'moka',
  },
  {
    title: 'From cherry to cup',
    caption: 'From cherry to cup in five pictures. The longest step takes three weeks.',
    content_type: 'behind-the-scenes',
    picture: 'beans',
  },
  {
    title: 'Decaf, again',
    caption: 'The decaf sold out in four days. It is back on Monday, 250 g each.',
    content_type: 'offers',
    picture: 'green-bag',
  },
  {
    title: 'Banana bread Sunday',
    caption: 'Two bananas that nobody wants, and one hour. The recipe is in the comments.',
    content_type: 'recipes',
    picture: 'loaf',
  },
  {
    title: 'Late opening',
    caption: 'Open until nine on Thursdays in December. Come by after work.',
    content_type: 'community',
    picture: 'evening',
  },
  {
    title: 'The long table',
    caption: 'Eight chairs, one brunch. Book the long table for your team.',
    content_type: 'offers',
    picture: 'brunch',
  },
  {
    title: 'New on the board',
    caption: 'Lena painted the winter menu. Which one do you try first?',
    content_type: 'community',
    picture: 'menu',
  },
]

/** The posts of the next two weeks, at the local times of the week. */
export function plannedPosts(now: Date, zone: string) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
  const times = Array.from({ length: days }, (_, index) => today.add({ days: index + 1 })).flatMap((day) =>
    week
      .filter(({ weekday }) => weekday === day.dayOfWeek)
      .map(({ time, channels }) => ({
        at: new Date(day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds),
        channels,
      })),
  )
  return planned.flatMap((post, index) => {
    const slot = times[index]
    return slot ? [{ ...post, ...slot }] : []
  })
}

/**
 * Plans drafts. They wait for approval, so that nothing is published unless someone approves it. Emits no event and
 * notifies nobody.
 */
export async function planDrafts(
  tx: Transaction<DB>,
  projectId: string,
  drafts: readonly { id: string; at: Date }[],
): Promise<void> {
  const [ids, times] = [drafts.map(({ id }) => id), drafts.map(({ at }) => at.toISOString())]
  const given = sql`unnest(${ids}::uuid[], ${times}::timestamptz[]) as given (id, at)`
  await sql`
    update stories s set status = 'scheduled', scheduled_at = given.at from ${given}
    where s.id = given.id and s.project_id = ${projectId}`.execute(tx)
  await sql`
    update queue_items q set status = 'pending', scheduled_at = given.at, next_attempt_at = given.at from ${given}
    where q.story_id = given.id and q.project_id = ${projectId}`.execute(tx)
}
