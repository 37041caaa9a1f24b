import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { clientName, redirectUris, websiteUrl } from '../protocol/client-metadata'

/** A registered app that asks users for access with OAuth. */
export const OAuthApp = z.strictObject({
  id: z.uuid().meta({ description: 'Also its `client_id`.' }),
  name: z.string(),
  website_url: z.string().nullable(),
  redirect_uris: z.array(z.string()),
  type: z.enum(['confidential', 'public']),
  secret_hint: z.string().nullable().meta({ description: 'The last four characters. Null: a public app.' }),
  grant_count: z.int().meta({ description: 'Number of grants that it can use.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type OAuthApp = z.output<typeof OAuthApp>

const fields = {
  name: clientName.meta({ description: 'Shown on the consent page.' }),
  website_url: websiteUrl.nullable(),
  redirect_uris: redirectUris,
}
const answer = z.strictObject({ app: OAuthApp })
const secretAnswer = z.strictObject({ app: OAuthApp, client_secret: z.string() })
const shared = { tag: 'OAuth apps', scope: 'session' } as const

export const listOAuthApps = contract({
  ...shared,
  method: 'GET',
  path: '/api/v1/oauth-apps',
  summary: 'List your apps',
  query: z.strictObject(pageShape('oauth_apps')),
  answers: { 200: z.strictObject({ apps: z.array(OAuthApp), next_cursor: nextCursor }) },
})

export const createOAuthApp = contract({
  ...shared,
  method: 'POST',
  path: '/api/v1/oauth-apps',
  summary: 'Register an app',
  description:
    'A confidential app runs on a server and has a secret, which is only returned in this response. A public app runs on the machines of its users and has none. A user can have 50 apps; more are a conflict.',
  idempotent: true,
  hasSecretAnswer: true,
  body: z.strictObject({
    ...fields,
    website_url: fields.website_url.optional(),
    type: z.enum(['confidential', 'public']),
  }),
  answers: { 201: z.strictObject({ app: OAuthApp, client_secret: z.string().nullable() }) },
  errors: ['conflict'],
})

export const getOAuthApp = contract({
  ...shared,
  method: 'GET',
  path: '/api/v1/oauth-apps/:id',
  summary: 'Get an app',
  params: idParams,
  answers: { 200: answer },
  errors: ['not_found'],
})

export const updateOAuthApp = contract({
  ...shared,
  method: 'PATCH',
  path: '/api/v1/oauth-apps/:id',
  summary: 'Change an app',
  params: idParams,
  body: z.strictObject(fields).partial(),
  answers: { 200: answer },
  errors: ['not_found'],
})

export const deleteOAuthApp = contract({
  ...shared,
  method: 'DELETE',
  path: '/api/v1/oauth-apps/:id',
  summary: 'Delete an app',
  description: 'All its tokens, of all users, stop working with the next request.',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})

export const rotateOAuthAppSecret = contract({
  ...shared,
  method: 'POST',
  path: '/api/v1/oauth-apps/:id/secret',
  summary: 'Replace the secret of an app',
  description:
    'The old secret stops working at once; tokens keep working. The new one is only returned in this response. A public app has no secret (`conflict`).',
  idempotent: true,
  hasSecretAnswer: true,
  params: idParams,
  answers: { 200: secretAnswer },
  errors: ['not_found', 'conflict'],
})
