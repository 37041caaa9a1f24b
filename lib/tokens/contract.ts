import { z } from 'zod'
import { contract, idParams, instant, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { scopes } from '@/lib/auth/scopes'

/** A token without its secret. */
export const ApiToken = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['personal', 'oauth']),
  hint: z.string().meta({ description: 'The last four characters.' }),
  scopes: z.array(z.string()),
  project_id: z
    .uuid()
    .nullable()
    .meta({ description: 'The only project it can access. Null: all projects of its owner.' }),
  last_used_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  revoked_at: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
})
export type ApiToken = z.output<typeof ApiToken>

export const listTokens = contract({
  method: 'GET',
  path: '/api/v1/tokens',
  tag: 'Tokens',
  summary: 'List your tokens',
  scope: 'session',
  query: z.strictObject(pageShape('tokens')),
  answers: { 200: z.strictObject({ tokens: z.array(ApiToken), next_cursor: nextCursor }) },
})

export const createToken = contract({
  method: 'POST',
  path: '/api/v1/tokens',
  tag: 'Tokens',
  summary: 'Create a personal access token',
  description:
    'The token is only returned in this response; with an Idempotency-Key, the same request returns the same token for 24 hours. A user can have 100 live tokens; more are a conflict.',
  scope: 'session',
  idempotent: true,
  hasSecretAnswer: true,
  body: z.strictObject({
    name: z.string().trim().min(1).max(120),
    project_id: uuid.nullable().optional().meta({ description: 'Binds the token to one project.' }),
    scopes: z
      .array(z.enum(scopes))
      .min(1)
      .transform((given) => scopes.filter((scope) => given.includes(scope))),
    expires_at: instant.nullable().optional().meta({ description: 'Default: no expiry.' }),
  }),
  answers: { 201: z.strictObject({ token: z.string(), api_token: ApiToken }) },
  errors: ['not_found', 'conflict'],
})

export const revokeToken = contract({
  method: 'DELETE',
  path: '/api/v1/tokens/:id',
  tag: 'Tokens',
  summary: 'Revoke a token',
  description: 'Takes effect with the next request. Repeating the request has no effect.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ api_token: ApiToken }) },
  errors: ['not_found'],
})
