import { z } from 'zod'
import type { Account } from '../accounts'
import { type Answer, type Call, jsonAnswer } from '../exchange'
import { token } from '../ids'
import { apps } from '../oauth/apps'
import { type CodeProblem, Codes } from '../oauth/codes'
import { consentRoutes, peopleOf } from '../oauth/consent'
import type { Route } from '../router'
import { dayMs, type Sandbox } from '../sandbox'
import { badRequest, refuse } from './errors'

const knownScopes = [
  'ads:read',
  'boards:read',
  'boards:write',
  'boards:read_secret',
  'boards:write_secret',
  'pins:read',
  'pins:write',
  'pins:read_secret',
  'pins:write_secret',
  'user_accounts:read',
]

export const scopes = {
  identity: ['user_accounts:read'],
  boards: ['boards:read'],
  create_board: ['boards:write'],
  container: ['pins:write'],
  status: ['pins:read'],
  publish: ['pins:write'],
  list: ['pins:read'],
  read: ['pins:read'],
  insights: ['pins:read'],
}

const codeLifeMs = 600_000
const accessLifeMs = 30 * dayMs
const refreshLifeMs = 60 * dayMs

/** www.pinterest.com's page and api.pinterest.com's token endpoint. */
export function pinterestOAuth(sandbox: Sandbox, furnish: (account: Account) => void): Route[] {
  const codes = new Codes(sandbox, 'pinterest', codeLifeMs)
  return [
    ...consentRoutes(sandbox, {
      network: 'pinterest',
      name: 'Pinterest',
      app: 'pinterest',
      path: '/oauth/',
      knownScopes,
      separator: ',',
      people: () => peopleOf(sandbox, 'pinterest', furnish),
      refused: { error: 'access_denied', error_description: 'The user denied access' },
      badScope: null,
      agree: ({ account, ...agreed }) => codes.make({ ...agreed, account_id: account?.account_id ?? '', also: [] }),
    }),
    {
      method: 'POST',
      path: '/v5/oauth/token',
      name: 'token',
      isOpen: true,
      handle: ({ call }) => tokenOf(sandbox, codes, call),
    },
  ]
}

const TokenForm = z.union([
  z.strictObject({
    grant_type: z.literal('authorization_code'),
    code: z.string(),
    redirect_uri: z.string(),
    continuous_refresh: z.enum(['true', 'false']).optional(),
  }),
  z.strictObject({ grant_type: z.literal('refresh_token'), refresh_token: z.string(), scope: z.string().optional() }),
])

const problems: Record<CodeProblem, string> = {
  unknown: 'Authorization code is invalid',
  used: 'Authorization code has been used already',
  expired: 'Authorization code has expired',
  redirect: 'The redirect_uri does not match the one of the authorization code',
  client: 'Authorization code is invalid',
}

function tokenOf(sandbox: Sandbox, codes: Codes, call: Call): Answer {
  const { id, secret } = apps.pinterest
  if (call.header('authorization') !== `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`) {
    throw refuse(401, 2, 'Authentication failed.')
  }
  const form = TokenForm.safeParse(Object.fromEntries(call.form()))
  if (call.contentType !== 'application/x-www-form-urlencoded' || !form.success) {
    throw badRequest('Invalid request: a required parameter is missing or not known')
  }
  if (form.data.grant_type === 'refresh_token') return refresh(sandbox, form.data.refresh_token)
  const code = codes.redeem(form.data.code, { redirectUri: form.data.redirect_uri, clientId: id })
  if (typeof code === 'string') throw refuse(400, 283, problems[code])
  return issue(sandbox, code.account_id, code.scopes, 'authorization_code')
}

/** Continuous refresh: each gives a new refresh token with sixty days of its own, and the old one is dead. */
function refresh(sandbox: Sandbox, refreshToken: string): Answer {
  const old = sandbox.tokens.findByRefresh('pinterest', refreshToken)
  const isOver = old?.refresh_expires_ms != null && old.refresh_expires_ms <= sandbox.nowMs()
  if (!old || isOver || old.state === 'revoked') throw refuse(401, 3, 'The refresh token is invalid or has expired.')
  sandbox.tokens.change(old, { refresh_token: null })
  return issue(sandbox, old.account_id, old.scopes ?? knownScopes, 'refresh_token')
}

function issue(sandbox: Sandbox, accountId: string, granted: string[], responseType: string): Answer {
  const nowMs = sandbox.nowMs()
  const refresh_expires_ms = nowMs + refreshLifeMs
  const made = sandbox.tokens.issue({
    id: token('pina_'),
    network: 'pinterest',
    account_id: accountId,
    kind: 'bearer',
    scopes: granted,
    expires_ms: nowMs + accessLifeMs,
    refresh_token: token('pinr_'),
    refresh_expires_ms,
  })
  return jsonAnswer(200, {
    access_token: made.id,
    refresh_token: made.refresh_token,
    response_type: responseType,
    token_type: 'bearer',
    expires_in: accessLifeMs / 1_000,
    refresh_token_expires_in: refreshLifeMs / 1_000,
    refresh_token_expires_at: Math.floor(refresh_expires_ms / 1_000),
    scope: granted.join(' '),
  })
}
