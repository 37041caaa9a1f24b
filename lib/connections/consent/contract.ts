import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { ownPath } from '@/lib/return-address'
import { MissingScope, SocialConnection } from '../contract'

/** A user's consent flow at a network. */
export const Consent = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  channel: z.enum(channelIds),
  status: z.enum(['started', 'choosing', 'connected', 'failed', 'expired']),
  return_to: z.string().meta({ description: 'Dashboard path after the flow.' }),
  expires_at: z.iso.datetime(),
  choices: z
    .array(
      z.strictObject({
        account_id: z.string(),
        account_name: z.string().nullable(),
        handle: z.string().nullable(),
        picture_url: z.string().nullable(),
        kind: z.enum(['profile', 'page', 'organization', 'site']),
        obstacle: z.string().nullable().meta({ description: 'Why this account cannot be chosen.' }),
        is_connected: z.boolean().meta({ description: 'The currently connected account.' }),
      }),
    )
    .meta({ description: 'Accounts to choose from, while the status is `choosing`.' }),
  connected_account: z
    .strictObject({ account_id: z.string(), account_name: z.string().nullable(), handle: z.string().nullable() })
    .nullable()
    .meta({ description: 'The currently connected account of this channel.' }),
  failure: z
    .strictObject({
      code: z.string(),
      title: z.string(),
      message: z.string(),
      remedy: z.string(),
      missing_scopes: z.array(MissingScope),
    })
    .nullable(),
  missing_scopes: z.array(MissingScope).meta({ description: 'Optional permissions that were not granted.' }),
})
export type Consent = z.output<typeof Consent>

const notOwn = 'must be a path of this application, such as /projects'
const returnTo = z
  .string()
  .max(500)
  // For the API reference; `ownPath` validates it.
  .regex(/^\/([^/\\\s][^\\\s]*)?$/, { error: notOwn, abort: true })
  .refine((path) => ownPath(path) !== null, notOwn)

export const startConsent = contract({
  method: 'POST',
  path: '/api/v1/social-connections/consents',
  tag: 'Connections',
  summary: 'Start connecting an account',
  description:
    'Returns a URL at the network. Redirect the user there within ten minutes. They allow or deny access, and return ' +
    'to the dashboard, where the same user must be signed in. Ghost has no such page; connect it with its URL and key. ' +
    '`conflict` when no app is configured for the channel; the message names the variables.',
  scope: 'connections:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      channel: z.enum(channelIds, { error: `must name a channel: ${channelIds.join(', ')}` }),
      connection_id: uuid.optional().meta({ description: 'The connection to reconnect.' }),
      return_to: returnTo.optional().meta({ description: 'A dashboard path. Defaults to the Connections page.' }),
      again: z
        .boolean()
        .optional()
        .meta({ description: 'Requests previously denied permissions again, and allows switching the account.' }),
    },
    projectAlias,
  ),
  answers: { 201: z.strictObject({ consent: Consent, url: z.url() }) },
  errors: ['not_found', 'conflict', 'provider_error'],
})

export const getConsent = contract({
  method: 'GET',
  path: '/api/v1/social-connections/consents/:id',
  tag: 'Connections',
  summary: 'Get the state of connecting an account',
  description: 'For the user who started it.',
  scope: 'connections:write',
  params: idParams,
  answers: { 200: z.strictObject({ consent: Consent }) },
  errors: ['not_found'],
})

export const chooseAccount = contract({
  method: 'POST',
  path: '/api/v1/social-connections/consents/:id/choose',
  tag: 'Connections',
  summary: 'Connect one of the accounts of a consent',
  description:
    'Works once, within ten minutes. Replaces another connected account of the channel only with ' +
    '`replace: true`; otherwise the error is `conflict`.',
  scope: 'connections:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ account_id: z.string().min(1).max(200), replace: z.boolean().optional() }),
  answers: { 200: z.strictObject({ connection: SocialConnection }) },
  errors: ['not_found', 'conflict', 'gone'],
})
