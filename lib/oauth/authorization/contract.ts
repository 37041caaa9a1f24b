import { z } from 'zod'
import { contract, uuid } from '@/lib/api/contract'

export const authorizeApp = contract({
  method: 'POST',
  path: '/api/v1/oauth-authorizations',
  tag: 'OAuth apps',
  summary: 'Answer an authorization request',
  description:
    'The answer of the consent page. The token of the app gets the requested scopes that your role in the project allows.',
  scope: 'session',
  body: z.strictObject({
    request: z.string().max(8_192).meta({ description: 'The query of `/oauth/authorize`.' }),
    decision: z.enum(['allow', 'deny']),
    project_id: uuid
      .nullable()
      .optional()
      .meta({ description: 'The project the app may access. Null: all your projects. Required to allow.' }),
  }),
  answers: {
    200: z.strictObject({
      redirect_to: z.string().meta({ description: 'Where to send the browser, with `code` or `error`.' }),
    }),
  },
  errors: ['not_found'],
})
