import { z } from 'zod'
import { aliased, contract, idParams, projectAlias, projectShape, uuid } from '@/lib/api/contract'
import { channelIds } from '@/lib/channels/ids'
import { ownPath } from '@/lib/return-address'
import { MissingScope, SocialConnection } from './contract'

/** A person on the way to a network and back. */
export const Consent = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  channel: z.enum(channelIds),
  status: z.enum(['started', 'choosing', 'connected', 'failed', 'expired']),
  return_to: z.string().meta({ description: 'Where the person goes in the dashboard afterwards.' }),
  expires_at: z.iso.datetime(),
  choices: z
    .array(
      z.strictObject({
        account_id: z.string(),
        account_name: z.string().nullable(),
        handle: z.string().nullable(),
        picture_url: z.string().nullable(),
        kind: z.enum(['profile', 'page', 'organization', 'site']),
        obstacle: z.string().nullable().meta({ description: 'Why this one cannot be chosen.' }),
        is_connected: z.boolean().meta({ description: 'The account that the project is connected to now.' }),
      }),
    )
    .meta({ description: 'The accounts that the person may post as, while the status is `choosing`.' }),
  connected_account: z
    .strictObject({ account_id: z.string(), account_name: z.string().nullable(), handle: z.string().nullable() })
    .nullable()
    .meta({ description: 'The account of this channel that the project is connected to now.' }),
  failure: z
    .strictObject({
      code: z.string(),
      title: z.string(),
      message: z.string(),
      remedy: z.string(),
      missing_scopes: z.array(MissingScope),
    })
    .nullable(),
  missing_scopes: z.array(MissingScope).meta({ description: 'Permissions that were refused and can be done without.' }),
})
export type Consent = z.output<typeof Consent>

const notOwn = 'must be a path of this application, such as /projects'
const returnTo = z
  .string()
  .max(500)
  // For the reference; `ownPath` decides.
  .regex(/^\/([^/\\\s][^\\\s]*)?$/, { error: notOwn, abort: true })
  .refine((path) => ownPath(path) !== null, notOwn)

export const startConsent = contract({
  method: 'POST',
  path: '/api/v1/social-connections/consents',
  tag: 'Connections',
  summary: 'Begin to connect an account at its network',
  description:
    'Answers an address at the network. Send the person there within ten minutes: they agree or refuse, and come back ' +
    'signed in to the dashboard as the user who began. Ghost has no such page; connect it with its address and key. ' +
    '`conflict` when the operator has set up no app for the channel; the message names the variables.',
  scope: 'connections:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      channel: z.enum(channelIds, { error: `must name a channel: ${channelIds.join(', ')}` }),
      connection_id: uuid.optional().meta({ description: 'The connection to renew, when it is a reconnect.' }),
      return_to: returnTo
        .optional()
        .meta({ description: 'A path of the dashboard. The page Connections, if left out.' }),
      again: z
        .boolean()
        .optional()
        .meta({ description: 'Asks even for what was refused before, and lets the person be somebody else.' }),
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
  summary: 'See how far connecting an account is',
  description: 'For the user who began it.',
  scope: 'connections:write',
  params: idParams,
  answers: { 200: z.strictObject({ consent: Consent }) },
  errors: ['not_found'],
})

export const chooseAccount = contract({
  method: 'POST',
  path: '/api/v1/social-connections/consents/:id/choose',
  tag: 'Connections',
  summary: 'Connect one of the accounts that a consent gave',
  description:
    'Once, and within ten minutes. If another account of the channel is connected, it gives way only with ' +
    '`replace: true`; else the answer is `conflict`.',
  scope: 'connections:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ account_id: z.string().min(1).max(200), replace: z.boolean().optional() }),
  answers: { 200: z.strictObject({ connection: SocialConnection }) },
  errors: ['not_found', 'conflict', 'gone'],
})
