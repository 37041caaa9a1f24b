import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
  uuid,
} from '@/lib/api/contract'
import { defaultDays, longestDays, storiesPerLink } from './limits'

/** A link for clients without an account. Its address is only returned when it is created. */
export const ReviewLink = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  story_ids: z.array(z.uuid()),
  created_by: z.string().nullable().meta({ description: 'Name of the member who made it.' }),
  expires_at: z.iso.datetime(),
  revoked_at: z.iso.datetime().nullable(),
  is_open: z.boolean().meta({ description: 'Neither expired nor revoked.' }),
  last_opened_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type ReviewLink = z.output<typeof ReviewLink>

const tag = 'Review links'

export const listReviewLinks = contract({
  method: 'GET',
  path: '/api/v1/review-links',
  tag,
  summary: 'List review links',
  description: 'Newest first, with expired and revoked ones.',
  scope: 'stories:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('review_links'),
      story_id: uuid.optional().meta({ description: 'Only links with this story.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ review_links: z.array(ReviewLink), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createReviewLink = contract({
  method: 'POST',
  path: '/api/v1/review-links',
  tag,
  summary: 'Create a review link',
  description:
    'The address is returned once. Anyone with it can see these stories with their comments for clients, comment, approve ' +
    'and ask for changes, until it expires. Their approval is shown to the team; members still approve the posts.',
  scope: 'stories:write',
  idempotent: true,
  hasSecretAnswer: true,
  body: aliased(
    {
      ...projectShape,
      story_ids: z
        .array(uuid)
        .min(1)
        .max(storiesPerLink, { error: `must be at most ${storiesPerLink} stories; create another link for the others` })
        .transform((ids) => [...new Set(ids)]),
      name: z
        .string()
        .trim()
        .min(1)
        .max(100)
        .optional()
        .meta({ description: 'The heading that the client sees. Default: the name of the project.' }),
      expires_in_days: z.int().min(1).max(longestDays).default(defaultDays),
    },
    projectAlias,
  ),
  answers: { 201: z.strictObject({ review_link: ReviewLink, url: z.url() }) },
  errors: ['not_found'],
})

export const revokeReviewLink = contract({
  method: 'DELETE',
  path: '/api/v1/review-links/:id',
  tag,
  summary: 'Revoke a review link',
  description: 'It stops working at once. Decisions and comments made with it stay.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ review_link: ReviewLink }) },
  errors: ['not_found'],
})
