import { z } from 'zod'
import {
  aliased,
  contract,
  idParams,
  instant,
  nextCursor,
  pageShape,
  projectAlias,
  projectShape,
} from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'

export const MissingScope = z.strictObject({
  name: z.string(),
  purpose: z.string().meta({ description: 'Ends the sentence “Storycast needs this to …”.' }),
})

/** A connected account. Its credentials are never returned. */
export const SocialConnection = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  channel: z.enum(channelIds),
  connected: z.boolean().meta({ description: 'The connection is open and not revoked, so it can publish.' }),
  account_id: z.string().meta({ description: 'The account’s id at the network.' }),
  account_name: z.string().nullable(),
  handle: z.string().nullable().meta({ description: 'User name at the network, without @.' }),
  picture_url: z.string().nullable().meta({ description: 'The account’s photo at the network. Null if unknown.' }),
  status: z.enum(['active', 'revoked', 'disconnected']),
  expires_at: z.iso.datetime().nullable(),
  renews_itself: z.boolean().meta({ description: 'The token is refreshed automatically. False while that fails.' }),
  last_refresh_at: z.iso.datetime().nullable(),
  sandbox: z.boolean().meta({ description: 'A practice account. Its posts never reach the real network.' }),
  connected_at: z.iso.datetime(),
  disconnected_at: z.iso.datetime().nullable(),
  missing_scopes: z.array(MissingScope).meta({
    description: 'Requested permissions that were not granted. Empty if the network does not report them.',
  }),
  metadata: z.strictObject({ default_board_id: z.string().optional(), default_board_name: z.string().optional() }),
})
export type SocialConnection = z.output<typeof SocialConnection>

const secret = z.string().trim().min(1).max(4096)

/** Members of every channel. */
const accountShape = {
  ...projectShape,
  account_id: z.string().trim().min(1).max(200).meta({ description: 'The account’s id at the network.' }),
  account_name: z.string().trim().min(1).max(200).meta({ description: 'Display name of the account.' }),
  handle: z
    .string()
    .trim()
    .max(200)
    .transform((handle) => handle.replace(/^@/, ''))
    .nullable()
    .optional(),
  expires_at: instant
    .nullable()
    .optional()
    .meta({ description: 'Expiry of the access token. Null if it does not expire.' }),
}

const bearer = z.strictObject({ access_token: secret, refresh_token: secret.nullable().optional() })
const xKeys = z.strictObject({
  api_key: secret,
  api_secret: secret,
  access_token: secret,
  access_token_secret: secret,
})
const ghostKey = z.strictObject({
  site_url: z.url({ protocol: /^https?$/, error: 'must be the http(s) URL of the Ghost site' }).max(2048),
  admin_api_key: z
    .string()
    .trim()
    .regex(/^[0-9a-fA-F]{24}:[0-9a-fA-F]{64}$/, 'must look like <24 hex digits>:<64 hex digits>, as Ghost shows it'),
})

/** One shape per type of credentials. */
const ConnectRequest = z.discriminatedUnion(
  'channel',
  [
    aliased(
      {
        ...accountShape,
        channel: z.enum(['instagram', 'facebook', 'linkedin', 'pinterest', 'threads']),
        credentials: bearer,
      },
      projectAlias,
    ),
    aliased({ ...accountShape, channel: z.literal('x'), credentials: xKeys }, projectAlias),
    aliased(
      {
        ...accountShape,
        // Both are read from the site if missing.
        account_id: accountShape.account_id.optional(),
        account_name: accountShape.account_name.nullish(),
        channel: z.literal('ghost'),
        credentials: ghostKey,
      },
      projectAlias,
    ),
  ],
  { error: `must name a channel: ${channelIds.join(', ')}` },
)

export const listConnections = contract({
  method: 'GET',
  path: '/api/v1/social-connections',
  tag: 'Connections',
  summary: 'List the connected accounts',
  description: 'The newest connection of each channel. Disconnected channels have `connected: false`.',
  scope: 'connections:read',
  query: aliased({ ...projectShape, ...pageShape('connections') }, projectAlias),
  answers: { 200: z.strictObject({ connections: z.array(SocialConnection), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createConnection = contract({
  method: 'POST',
  path: '/api/v1/social-connections',
  tag: 'Connections',
  summary: 'Connect an account with API keys',
  description:
    'Credentials are stored encrypted and never returned. A connected account gets ' +
    'the new credentials; another account replaces the connected one. For Ghost, the site must accept ' +
    'the key first: a rejected key is a `validation_error`, and a site that does not respond ' +
    'is a `provider_error`; nothing is stored. The site provides a missing `account_id`.',
  scope: 'connections:write',
  idempotent: true,
  body: ConnectRequest,
  answers: { 201: z.strictObject({ connection: SocialConnection }) },
  errors: ['not_found', 'provider_error'],
})

export const deleteConnection = contract({
  method: 'DELETE',
  path: '/api/v1/social-connections/:id',
  tag: 'Connections',
  summary: 'Disconnect an account',
  description: 'Erases the credentials. Published posts stay. Repeating it changes nothing.',
  scope: 'connections:write',
  params: idParams,
  answers: { 200: z.strictObject({ connection: SocialConnection }) },
  errors: ['not_found'],
})
