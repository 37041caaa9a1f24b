import { z } from 'zod'
import {
  aliased,
  contract,
  nextCursor,
  oneOrMore,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { activityKinds } from './kinds'

const actor = z.strictObject({
  kind: z.enum(['member', 'token', 'client', 'system']).meta({
    description: 'A client is someone with a review link. The system acts by itself, for example it publishes.',
  }),
  user_id: z.uuid().nullable().meta({ description: 'The member, or the owner of the token.' }),
  name: z.string().nullable().meta({ description: 'Null for the system and for deleted users.' }),
  photo_url: z.string().nullable(),
})

/** Something that happened in a project. */
export const ActivityEntry = z.strictObject({
  id: z.uuid(),
  at: z.iso.datetime(),
  kind: z.string(),
  actor,
  summary: z.string().meta({ description: 'A sentence. Times in it are ISO 8601 in UTC.' }),
  channel: z.enum(channelIds).nullable(),
  story: z
    .strictObject({ id: z.uuid(), title: z.string().nullable(), caption: z.string() })
    .nullable()
    .meta({ description: 'Null for changes of the project. At most 300 characters of the caption.' }),
})
export type ActivityEntry = z.output<typeof ActivityEntry>

export const listActivity = contract({
  method: 'GET',
  path: '/api/v1/activity',
  tag: 'Projects',
  summary: 'List the activity of a project',
  description:
    'Newest first: what members, tokens and clients did with stories, what was published or failed, and changes of members, accounts and settings. ' +
    'The timeline of a story has more detail.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('activity'),
      kind: oneOrMore(activityKinds).optional(),
      user_id: uuid.optional().meta({ description: 'Only what this user did, also with tokens.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ entries: z.array(ActivityEntry), next_cursor: nextCursor }) },
  errors: ['not_found'],
})
