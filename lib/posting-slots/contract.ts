import { z } from 'zod'
import { aliased, contract, oneOrMore, projectAlias, projectShape, readDigits } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { daysAheadMax } from '@/lib/free-slots/limits'
import { freeSlotsMax, slotsPerChannelMax } from './limits'

const channel = z.enum(channelIds, { error: `must be one of ${channelIds.join(', ')}` })
const weekdayRange = 'must be 1 (Monday) to 7 (Sunday)'

/** A time of the week when a channel posts. */
export const PostingSlot = z.strictObject({
  weekday: z.int().min(1, weekdayRange).max(7, weekdayRange).meta({ description: '1 is Monday, 7 is Sunday.' }),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day as HH:MM, 00:00 to 23:59')
    .meta({ description: 'Local time in the project’s zone, `HH:MM`.' }),
})
export type PostingSlot = z.output<typeof PostingSlot>

const slotsByChannel = z.partialRecord(channel, z.array(PostingSlot))

const PostingSlots = z.strictObject({
  project_id: z.uuid(),
  timezone: z.string().meta({ description: 'The project’s zone, or UTC.' }),
  channels: slotsByChannel.meta({
    description: 'Slots by weekday and time. Channels without slots are omitted.',
  }),
  suggested: slotsByChannel.meta({
    description:
      'For each channel without slots: its usual publish times, or 9:00, 12:30 and 17:00 on working days if it has none. ' +
      'Not used until you save them.',
  }),
})
export type PostingSlots = z.output<typeof PostingSlots>

const path = '/api/v1/posting-slots'

export const getPostingSlots = contract({
  method: 'GET',
  path,
  tag: 'Queue',
  summary: 'Get the posting slots of a project',
  description: 'Slots are the times of the week that `add_to_queue` uses, per channel.',
  scope: 'stories:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: { 200: PostingSlots },
  errors: ['not_found'],
})

export const putPostingSlots = contract({
  method: 'PUT',
  path,
  tag: 'Queue',
  summary: 'Set the posting slots of a project',
  description:
    'Replaces the slots of all channels: channels that are left out have none afterwards. A slot that is listed twice is stored ' +
    'once. Scheduled posts keep their times.',
  scope: 'stories:write',
  body: aliased(
    {
      ...projectShape,
      channels: z.partialRecord(
        channel,
        z.array(PostingSlot).max(slotsPerChannelMax, { error: `must be at most ${slotsPerChannelMax} slots` }),
      ),
    },
    projectAlias,
  ),
  answers: { 200: PostingSlots },
  errors: ['not_found'],
})

const wholeNumber = (max: number, fallback: number) =>
  z.preprocess(
    readDigits,
    z
      .int({ error: 'must be a whole number, digits only' })
      .min(1, { error: `must be 1 to ${max}` })
      .max(max, { error: `must be 1 to ${max}` })
      .default(fallback),
  )

export const listFreeSlots = contract({
  method: 'GET',
  path: `${path}/next`,
  tag: 'Queue',
  summary: 'List the next free slots of each channel',
  description:
    'A slot is free if no approved or pending post of its channel is scheduled in the same minute. A local time that a clock change ' +
    'skips moves forward by the gap; one that occurs twice is used once. The list does not reserve anything: `add_to_queue` takes a slot.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      channels: oneOrMore(channelIds).optional().meta({ description: 'Defaults to the channels that have slots.' }),
      count: wholeNumber(freeSlotsMax, 5).meta({ description: 'Max free slots per channel.' }),
      days: wholeNumber(daysAheadMax, daysAheadMax).meta({ description: 'Only slots of this many days from now.' }),
    },
    projectAlias,
  ),
  answers: {
    200: z.strictObject({
      project_id: z.uuid(),
      timezone: z.string(),
      channels: z.partialRecord(channel, z.array(z.iso.datetime())).meta({ description: 'Free slots, soonest first.' }),
      without_slots: z.array(channel).meta({ description: 'Channels of the request that have no slots.' }),
    }),
  },
  errors: ['not_found'],
})
