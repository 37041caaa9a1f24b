import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'

/** The access of one app, as a user allowed it. */
export const OAuthGrant = z.strictObject({
  id: z.uuid(),
  app: z.strictObject({
    name: z.string().meta({ description: 'As the app calls itself. Not verified.' }),
    website_url: z.string().nullable(),
    place: z
      .string()
      .nullable()
      .meta({ description: 'The host or scheme that gets the code. Null: a program on your machine.' }),
  }),
  project_id: z.uuid().nullable().meta({ description: 'The only project it can access. Null: all your projects.' }),
  scopes: z.array(z.string()),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().meta({ description: 'Moves 30 days ahead with each refresh.' }),
})
export type OAuthGrant = z.output<typeof OAuthGrant>

export const listOAuthGrants = contract({
  method: 'GET',
  path: '/api/v1/oauth-grants',
  tag: 'OAuth apps',
  summary: 'List the apps with access to your account',
  scope: 'session',
  query: z.strictObject(pageShape('oauth_grants')),
  answers: { 200: z.strictObject({ grants: z.array(OAuthGrant), next_cursor: nextCursor }) },
})

export const revokeOAuthGrant = contract({
  method: 'DELETE',
  path: '/api/v1/oauth-grants/:id',
  tag: 'OAuth apps',
  summary: 'Revoke the access of an app',
  description: 'All its tokens stop working with the next request.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})
