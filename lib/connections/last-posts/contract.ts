import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'

/** Max posts per account. */
export const lastPostsMax = 3

export const LastPost = z.strictObject({
  connection_id: z.uuid(),
  channel: z.enum(channelIds),
  queue_item_id: z.uuid(),
  story_id: z.uuid(),
  title: z.string().nullable(),
  primary_caption: z.string(),
  published_at: z.iso.datetime(),
  published_url: z.string().nullable(),
})
export type LastPost = z.output<typeof LastPost>

export const listLastPosts = contract({
  method: 'GET',
  path: '/api/v1/social-connections/last-posts',
  tag: 'Connections',
  summary: 'List the last posts of each account',
  description: `The last ${lastPostsMax} posts of every connected account, newest first.`,
  scope: 'connections:read',
  query: aliased({ ...projectShape }, projectAlias),
  answers: { 200: z.strictObject({ posts: z.array(LastPost) }) },
  errors: ['not_found'],
})
