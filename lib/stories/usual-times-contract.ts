import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { oneOrMore } from '@/lib/queue/contract'

/** An hour of the week in which posts went out again and again. */
export const UsualTime = z.strictObject({
  weekday: z.int().meta({ description: '1 is Monday, 7 is Sunday.' }),
  hour: z.int().meta({ description: 'By the clock of `timezone`.' }),
  minute: z.int().meta({ description: 'The one that most of them went out at, rounded down to five.' }),
  stories: z.int().meta({ description: 'How many stories went out in this hour of the week.' }),
})
export type UsualTime = z.output<typeof UsualTime>

export const listUsualTimes = contract({
  method: 'GET',
  path: '/api/v1/stories/usual-times',
  tag: 'Stories',
  summary: 'When the stories of a project usually go out',
  description:
    'Counted from what went out in the last 180 days, a story once however many channels it went to. At most three times, ' +
    'the most frequent first; each was used twice at least, and there are none before five stories went out.',
  scope: 'stories:read',
  query: aliased({ ...projectShape, channel: oneOrMore(channelIds).optional() }, projectAlias),
  answers: {
    200: z.strictObject({
      timezone: z.string().meta({ description: 'The project’s zone, or UTC where it has none.' }),
      stories: z.int().meta({ description: 'How many the answer rests on.' }),
      times: z.array(UsualTime),
    }),
  },
  errors: ['not_found'],
})
