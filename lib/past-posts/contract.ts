import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { pastDays, pastPostsMax } from './limits'

const tag = 'Connections'

export const PastImport = z.strictObject({
  id: z.uuid(),
  connection_id: z.uuid(),
  channel: z.enum(channelIds),
  status: z.enum(['running', 'done', 'failed']),
  read_count: z.int().meta({ description: 'Posts that the network listed so far.' }),
  imported_count: z.int(),
  known_count: z.int().meta({ description: 'Posts that Storycast published or imported before.' }),
  message: z.string().nullable().meta({ description: 'Why it failed, or what it waits for.' }),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
})
export type PastImport = z.output<typeof PastImport>

export const AccountPastPosts = z.strictObject({
  connection_id: z.uuid(),
  imported_posts: z.int().meta({ description: 'Imported posts of the account that were not removed.' }),
  last_import: PastImport.nullable(),
})
export type AccountPastPosts = z.output<typeof AccountPastPosts>

export const listPastImports = contract({
  method: 'GET',
  path: '/api/v1/social-connections/past-imports',
  tag,
  summary: 'List imports of past posts',
  description: 'The last import of each connected account, and how many imported posts it has.',
  scope: 'connections:read',
  query: aliased(projectShape, projectAlias),
  answers: { 200: z.strictObject({ accounts: z.array(AccountPastPosts) }) },
  errors: ['not_found'],
})

export const startPastImport = contract({
  method: 'POST',
  path: '/api/v1/social-connections/:id/past-import',
  tag,
  summary: 'Import the past posts of an account',
  description:
    `A job reads posts of the last \`days\`, newest first, at most \`max_posts\`, and stores them as published stories with ` +
    '`is_imported`, for analytics. They are never sent, and cause no events. Posts that are known already are skipped. ' +
    'While an import is running, it is returned.',
  scope: 'connections:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({
    days: z.int().min(1).max(pastDays.max).default(pastDays.default).meta({ description: 'Older posts are not read.' }),
    max_posts: z.int().min(1).max(pastPostsMax).default(pastPostsMax),
  }),
  answers: { 201: z.strictObject({ past_import: PastImport }) },
  errors: ['not_found', 'conflict'],
})

export const removePastPosts = contract({
  method: 'DELETE',
  path: '/api/v1/social-connections/:id/past-import',
  tag,
  summary: 'Remove the imported posts of an account',
  description: 'With their numbers. A running import stops. The posts stay on the network.',
  scope: 'connections:write',
  params: idParams,
  answers: { 200: z.strictObject({ removed: z.int() }) },
  errors: ['not_found'],
})
