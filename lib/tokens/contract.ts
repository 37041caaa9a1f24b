import { z } from 'zod'
import { contract, idParams, instant, nextCursor, pageShape, uuid } from '@/lib/api/contract'
import { scopes } from '@/lib/auth/scopes'

/** A token as it can be shown: everything but itself. */
export const ApiToken = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['personal', 'oauth']),
  hint: z.string().meta({ description: 'The last four characters.' }),
  scopes: z.array(z.string()),
  project_id: z.uuid().nullable().meta({ description: 'The one project it sees. Null: every project of its owner.' }),
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
  summary: 'Make a personal access token',
  description:
    'The token is shown once, in this answer; with an Idempotency-Key, the same request gets the same token for 24 hours. A person can have 100 live tokens; one more is a conflict.',
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
    expires_at: instant.nullable().optional().meta({ description: 'Without it the token does not expire.' }),
  }),
  answers: { 201: z.strictObject({ token: z.string(), api_token: ApiToken }) },
  errors: ['not_found', 'conflict'],
})

export const revokeToken = contract({
  method: 'DELETE',
  path: '/api/v1/tokens/:id',
  tag: 'Tokens',
  summary: 'Revoke a token',
  description: 'Takes effect with the next request. Repeating it changes nothing.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ api_token: ApiToken }) },
  errors: ['not_found'],
})
