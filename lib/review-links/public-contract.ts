import { z } from 'zod'
import { contract, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { previewChannels } from '@/lib/stories/preview-contract'
import { ClientReview } from '@/lib/stories/resource-contract'
import { storyStatuses } from '@/lib/stories/status'
import { commentChars } from '@/lib/story-comments/limits'
import { reviewerChars } from './limits'

/** A comment that clients may see. Mentions are names. */
const ReviewComment = z.strictObject({
  id: z.uuid(),
  author: z.strictObject({ kind: z.enum(['member', 'client']), name: z.string() }),
  body: z.string(),
  created_at: z.iso.datetime(),
})

const channel = z.enum(channelIds)

/** A story as a client sees it: its posts, times and comments for clients, nothing else of the project. */
export const ReviewStory = z.strictObject({
  id: z.uuid(),
  title: z.string().nullable(),
  status: z.enum(storyStatuses),
  scheduled_at: z.iso.datetime().nullable(),
  times: z
    .array(z.strictObject({ channel, at: z.iso.datetime().nullable() }))
    .meta({ description: 'When each channel is published. Null: no time yet.' }),
  posts: previewChannels,
  image_urls: z
    .record(z.string(), z.string())
    .meta({ description: 'Smaller versions of images in `posts`, by their URL.' }),
  accounts: z.partialRecord(
    channel,
    z.strictObject({ name: z.string().nullable(), handle: z.string().nullable(), picture_url: z.string().nullable() }),
  ),
  review: ClientReview.nullable(),
  can_decide: z.boolean().meta({ description: 'The story is a draft or scheduled.' }),
  content_version: z.string().meta({ description: 'Of the shown content. Send it with a decision.' }),
  comments: z.array(ReviewComment).meta({ description: 'Oldest first, at most 200.' }),
})
export type ReviewStory = z.output<typeof ReviewStory>

export const Review = z.strictObject({
  name: z.string(),
  project_name: z.string(),
  timezone: z.string(),
  expires_at: z.iso.datetime(),
  stories: z.array(ReviewStory),
})
export type Review = z.output<typeof Review>

const tag = 'Review links'
// In the body, because paths are logged.
const token = z.string().min(1).max(200).meta({ description: 'The part of the link after /review/.' })
const reviewer_name = z
  .string()
  .trim()
  .min(1, { error: 'must not be empty: enter your name' })
  .max(reviewerChars)
  .regex(/^[^\p{Cc}]*$/u, 'must be on one line')
const errors = ['not_found', 'gone', 'rate_limited', 'conflict'] as const

export const openReview = contract({
  method: 'POST',
  path: '/api/v1/reviews/open',
  tag,
  summary: 'Read the stories of a review link',
  description:
    'Needs no account: the token is the credential. An expired or revoked link is `gone`. At most ten invalid links per 15 minutes and address.',
  scope: 'public',
  body: z.strictObject({ token }),
  answers: { 200: Review },
  errors: ['not_found', 'gone', 'rate_limited'],
})

export const decideReview = contract({
  method: 'POST',
  path: '/api/v1/reviews/decide',
  tag,
  summary: 'Approve a story or ask for changes',
  description:
    'For the client. A story that changed since it was shown is a `conflict`. Editing the content later makes the decision outdated.',
  scope: 'public',
  body: z
    .strictObject({
      token,
      story_id: uuid,
      decision: z.enum(['approved', 'changes_requested']),
      reviewer_name,
      note: z.string().trim().max(commentChars).optional().meta({ description: 'Required with `changes_requested`.' }),
      content_version: z.string().max(100),
    })
    .refine(({ decision, note }) => decision === 'approved' || note, {
      path: ['note'],
      error: 'is required: say what to change',
    }),
  answers: { 200: z.strictObject({ story: ReviewStory }) },
  errors: [...errors],
})

export const commentReview = contract({
  method: 'POST',
  path: '/api/v1/reviews/comment',
  tag,
  summary: 'Comment on a story as a client',
  scope: 'public',
  body: z.strictObject({
    token,
    story_id: uuid,
    reviewer_name,
    body: z.string().trim().min(1, { error: 'must not be empty' }).max(commentChars),
  }),
  answers: { 201: z.strictObject({ story: ReviewStory }) },
  errors: [...errors],
})
