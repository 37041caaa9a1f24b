import { z } from 'zod'
import { aliased, contract, oneOrMore, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'

/** A time of the week with frequent posts. */
export const UsualTime = z.strictObject({
  weekday: z.int().meta({ description: '1 is Monday, 7 is Sunday.' }),
  hour: z.int().meta({ description: 'In `timezone`.' }),
  minute: z.int().meta({ description: 'Rounded down to five.' }),
  stories: z.int().meta({ description: 'Stories published on this day of the week in the same block of three hours.' }),
})
export type UsualTime = z.output<typeof UsualTime>

export const listUsualTimes = contract({
  method: 'GET',
  path: '/api/v1/stories/usual-times',
  tag: 'Stories',
  summary: 'Get the usual publish times of a project',
  description:
    'Counts posts of the last 180 days. A story counts once, however many channels it has. Each day has eight blocks of ' +
    'three hours; a block is usual if it has at least three stories in at least two weeks, and its most frequent time is ' +
    'given. At most three times, the most frequent first. Empty until five stories are published.',
  scope: 'stories:read',
  query: aliased({ ...projectShape, channel: oneOrMore(channelIds).optional() }, projectAlias),
  answers: {
    200: z.strictObject({
      timezone: z.string().meta({ description: 'The project’s zone, or UTC.' }),
      stories: z.int().meta({ description: 'Number of stories counted.' }),
      times: z.array(UsualTime),
    }),
  },
  errors: ['not_found'],
})
