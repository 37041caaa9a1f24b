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
import { channelIds } from '@/lib/channels/ids'

export const MissingScope = z.strictObject({
  name: z.string(),
  purpose: z.string().meta({ description: 'Ends the sentence “Storycast needs this to …”.' }),
})

/** An account at a network through which posts go out. Its credentials are in no answer. */
export const SocialConnection = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  channel: z.enum(channelIds),
  connected: z.boolean().meta({ description: 'Posts can go out: the connection is open and was not revoked.' }),
  account_id: z.string().meta({ description: "The network's own id of the account." }),
  account_name: z.string().nullable(),
  handle: z.string().nullable().meta({ description: 'The user name at the network, without @.' }),
  status: z.enum(['active', 'revoked', 'disconnected']),
  expires_at: z.iso.datetime().nullable(),
  renews_itself: z
    .boolean()
    .meta({ description: 'Storycast renews the access before it ends, without a person. False while that fails.' }),
  last_refresh_at: z.iso.datetime().nullable(),
  connected_at: z.iso.datetime(),
  disconnected_at: z.iso.datetime().nullable(),
  missing_scopes: z.array(MissingScope).meta({
    description: 'Permissions that were asked for and not granted. Empty where the network does not tell.',
  }),
  metadata: z.strictObject({ default_board_id: z.string().optional(), default_board_name: z.string().optional() }),
})
export type SocialConnection = z.output<typeof SocialConnection>

const secret = z.string().trim().min(1).max(4096)

/** What every channel asks for. */
export const accountShape = {
  ...projectShape,
  account_id: z.string().trim().min(1).max(200).meta({ description: "The network's own id of the account." }),
  account_name: z.string().trim().min(1).max(200).meta({ description: 'What people call the account.' }),
  handle: z
    .string()
    .trim()
    .max(200)
    .transform((handle) => handle.replace(/^@/, ''))
    .nullable()
    .optional(),
  expires_at: instant.nullable().optional().meta({ description: 'When the access token ends. Null: it does not.' }),
}

const bearer = z.strictObject({ access_token: secret, refresh_token: secret.nullable().optional() })
const xKeys = z.strictObject({
  api_key: secret,
  api_secret: secret,
  access_token: secret,
  access_token_secret: secret,
})
const ghostKey = z.strictObject({
  site_url: z.url({ protocol: /^https?$/, error: 'must be the http(s) address of the Ghost site' }).max(2048),
  admin_api_key: z
    .string()
    .trim()
    .regex(/^[0-9a-fA-F]{24}:[0-9a-fA-F]{64}$/, 'must look like <24 hex digits>:<64 hex digits>, as Ghost shows it'),
})

/** One shape per way in which networks let programs in. */
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
        // The site is asked for both when they are left out.
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
  description:
    'The newest connection of each channel. A channel that was disconnected is listed with `connected: false`.',
  scope: 'connections:read',
  query: aliased({ ...projectShape, ...pageShape('connections') }, projectAlias),
  answers: { 200: z.strictObject({ connections: z.array(SocialConnection), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createConnection = contract({
  method: 'POST',
  path: '/api/v1/social-connections',
  tag: 'Connections',
  summary: 'Connect an account with credentials at hand',
  description:
    'The credentials are encrypted before they are stored and never returned. The account that is connected already gets ' +
    'the new credentials; another account of the channel takes the place of the connected one. A Ghost site is asked ' +
    'first whether it takes the key: a key that it refuses is a `validation_error`, and a site that does not answer ' +
    'is a `provider_error`; nothing is stored then. Without an `account_id` the site itself tells who it is.',
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
  description: 'Erases the credentials. What was posted through the connection stays. Repeating it changes nothing.',
  scope: 'connections:write',
  params: idParams,
  answers: { 200: z.strictObject({ connection: SocialConnection }) },
  errors: ['not_found'],
})
