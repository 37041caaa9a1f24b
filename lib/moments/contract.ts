import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  nextCursor,
  oneOrMore,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { momentKinds, momentStatuses, severities } from './kinds'

/** A notable change in the metrics of a project. */
export const Moment = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  story_id: z
    .uuid()
    .nullable()
    .meta({ description: 'The story that caused it. Null when it concerns a group of posts.' }),
  kind: z.enum(momentKinds),
  severity: z.enum(severities).meta({ description: 'May rise with later metrics, and never falls.' }),
  status: z.enum(momentStatuses),
  headline: z.string(),
  reasoning: z.string(),
  data_snapshot: z.record(z.string(), z.unknown()).meta({
    description:
      'The numbers behind it. For a post: `channel`, `post_type`, `hours` (age of the metrics), `metric`, `value`, ' +
      '`median`, `ratio`, `z` and the values of the `comparable` posts before it.',
  }),
  detected_at: z.iso.datetime(),
  draft_story_id: z.uuid().nullable().meta({ description: 'The follow-up that was drafted automatically.' }),
})
export type Moment = z.output<typeof Moment>

export const ListedMoment = Moment.extend({
  story: z
    .strictObject({
      id: z.uuid(),
      title: z.string().nullable(),
      caption: z.string(),
      channels: z.array(z.enum(channelIds)),
      media_url: z.string().nullable().meta({ description: 'The first slide.' }),
      published_at: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type ListedMoment = z.output<typeof ListedMoment>

const path = '/api/v1/moments'

export const listMoments = contract({
  method: 'GET',
  path,
  tag: 'Moments',
  summary: 'List moments',
  description:
    'Notable changes in the metrics of posts, newest first. Each post is compared with the last 30 posts of the same ' +
    'channel and type at the same age, from 24 hours after publishing. At most three a day.',
  scope: 'moments:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('moments'),
      status: oneOrMore(momentStatuses).optional(),
      severity: oneOrMore(severities).optional(),
      story_id: uuid.optional(),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ moments: z.array(ListedMoment), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const updateMoment = contract({
  method: 'PATCH',
  path: `${path}/:id`,
  tag: 'Moments',
  summary: 'Change the status of a moment',
  description: '`acted_on` and `dismissed` can be set back to `new`, but not to each other.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({ status: z.enum(momentStatuses, { error: `must be one of ${momentStatuses.join(', ')}` }) }),
  answers: { 200: Moment },
  errors: ['not_found', 'conflict'],
})
