import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { commentChars } from './limits'

export const audiences = ['team', 'client'] as const

/** A member who is mentioned in a comment, with the current name. */
export const Mention = z.strictObject({ user_id: z.uuid(), name: z.string() })

const author = z
  .strictObject({
    kind: z.enum(['member', 'client']),
    user_id: z.uuid().nullable().meta({ description: 'Null for clients, and once the account is deleted.' }),
    name: z.string(),
    photo_url: z.string().nullable(),
  })
  .meta({ description: 'A client is someone with a review link, under the name they entered.' })

/** A comment on a story, of a member or a client. */
export const StoryComment = z.strictObject({
  id: z.uuid(),
  story_id: z.uuid(),
  project_id: z.uuid(),
  audience: z.enum(audiences).meta({ description: 'Clients with a review link only see `client` comments.' }),
  author,
  body: z.string().meta({ description: 'Plain text. A mention is `<@user id>`, with its name in `mentions`.' }),
  mentions: z.array(Mention),
  can_edit: z.boolean().meta({ description: 'You wrote it.' }),
  can_delete: z.boolean().meta({ description: 'You wrote it, or you are admin or above.' }),
  edited_at: z.iso.datetime().nullable(),
  resolved: z
    .strictObject({ at: z.iso.datetime(), by: z.string().meta({ description: 'Name of the member.' }) })
    .nullable()
    .meta({ description: 'Set when a member marked it as done.' }),
  created_at: z.iso.datetime(),
})
export type StoryComment = z.output<typeof StoryComment>

const tag = 'Comments'

const body = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty' })
  .max(commentChars, { error: `must be at most ${commentChars} characters` })
  .meta({ description: 'Plain text. Mention a member of the project with `<@user id>`.' })

export const listStoryComments = contract({
  method: 'GET',
  path: '/api/v1/stories/:id/comments',
  tag,
  summary: 'List the comments on a story',
  description: 'Newest first: the comments of the team and those shared with clients.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject(pageShape('story_comments')),
  answers: {
    200: z.strictObject({
      comments: z.array(StoryComment),
      count: z.int().meta({ description: 'Comments on the story.' }),
      next_cursor: nextCursor,
    }),
  },
  errors: ['not_found'],
})

export const createStoryComment = contract({
  method: 'POST',
  path: '/api/v1/stories/:id/comments',
  tag,
  summary: 'Comment on a story',
  description:
    'In any status, for all members, also viewers in the dashboard. Mentioned members are notified, and the author and ' +
    'the commenters of the story too. Sends `story.commented`.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    body,
    audience: z
      .enum(audiences)
      .default('team')
      .meta({ description: '`client` comments are also visible to clients with a review link.' }),
  }),
  answers: { 201: z.strictObject({ comment: StoryComment }) },
  errors: ['not_found', 'conflict'],
})

export const editStoryComment = contract({
  method: 'PATCH',
  path: '/api/v1/story-comments/:id',
  tag,
  summary: 'Edit or resolve a comment',
  description:
    'Only the author can change `body`. Members who are mentioned for the first time are notified. All who can comment ' +
    'can resolve a comment, and open it again.',
  scope: 'stories:write',
  params: idParams,
  body: z
    .strictObject({
      body: body.optional(),
      resolved: z
        .boolean()
        .optional()
        .meta({ description: '`true` marks the comment as done, `false` opens it again.' }),
    })
    .refine((change) => change.body !== undefined || change.resolved !== undefined, {
      path: ['body'],
      error: 'is required, unless `resolved` is set',
    }),
  answers: { 200: z.strictObject({ comment: StoryComment }) },
  errors: ['not_found', 'insufficient_scope'],
})

export const deleteStoryComment = contract({
  method: 'DELETE',
  path: '/api/v1/story-comments/:id',
  tag,
  summary: 'Delete a comment',
  description: 'Your own; admins and owners can delete any.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true), comment_id: z.uuid() }) },
  errors: ['not_found', 'insufficient_scope'],
})
