import { randomUUID } from 'node:crypto'
import { expect, inject } from 'vitest'
import type { z } from 'zod'
import type { AnswerOf, Contract, RequestOf } from '@/lib/api/contract'
import { takesBody } from '@/lib/api/operation'
import { ensureProject, ensureUser } from '@/lib/auth/provision'
import { type Scope, scopes } from '@/lib/auth/scopes'
import type { ChannelId } from '@/lib/channel-ids'
import { createConnection } from '@/lib/connections/contract'
import { database } from '@/lib/db/pool'
import { errorStatus } from '@/lib/errors'
import { mintToken } from '@/lib/tokens/mint'
import { fromAnAddress } from '@/tests/support/api/address'
import { recordResponse, recordSecret } from '../processes/leak-log'
import { controlAt, makeAccount, type SandboxAccount } from '../sandbox/accounts'
import { sandboxUrl } from '../sandbox/file-sandbox'

export type { SandboxAccount }

export type Refusal = {
  status: number
  headers: Headers
  error: { code: string; message: string; issues?: { path: string; code: string; message: string }[] } & Record<
    string,
    unknown
  >
}

/** Endpoints that return a credential once, and the member with it. The leak check ignores only these places. */
const given: Record<string, RegExp> = {
  'POST /api/v1/webhooks': /"signing_secret":"[^"]+"/,
  'PATCH /api/v1/webhooks/:id': /"signing_secret":"[^"]+"/,
  'POST /api/v1/tokens': /"token":"[^"]+"/,
  'POST /api/v1/oauth-apps': /"client_secret":"[^"]+"/,
  'POST /api/v1/oauth-apps/:id/secret': /"client_secret":"[^"]+"/,
  'POST /api/v1/oauth-authorizations': /"redirect_to":"[^"]+"/,
  'POST /api/v1/media/upload-url': /"(?:upload|status)_url":"[^"]+"/g,
  'POST /api/v1/media/resumable-uploads': /"x-signature":"[^"]+"/,
  'POST /api/v1/media/resumable-uploads/:id/resume': /"x-signature":"[^"]+"/,
  'POST /api/v1/projects/:id/invitations': /"url":"[^"]+"/,
  'POST /api/v1/review-links': /"url":"[^"]+"/,
  'POST /api/v1/invitations/:id/resend': /"url":"[^"]+"/,
  'POST /api/v1/account/two-factor': /"secret":"[^"]+"/,
}

const withoutGivenSecret = ({ method, path }: Contract, text: string): string => {
  const member = given[`${method} ${path}`]
  return member ? text.replace(member, '"given":"…"') : text
}

/** An HTTP client that checks every response against its contract. */
export class Api {
  constructor(
    readonly baseUrl: string,
    readonly token: string | null,
  ) {}

  private readonly from = fromAnAddress()

  /** Sends a request. Input members go into the path, the rest into the query or the body. */
  async send(
    contract: Contract,
    input: Record<string, unknown> = {},
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const rest = { ...input }
    const path = contract.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const url = new URL(path, this.baseUrl)
    const hasBody = takesBody(contract)
    if (!hasBody)
      for (const [name, value] of Object.entries(rest))
        if (value !== undefined) url.searchParams.set(name, String(value))
    const response = await fetch(url, {
      method: contract.method,
      headers: {
        ...this.from,
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(hasBody ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(hasBody && (contract.body || Object.keys(rest).length > 0) ? { body: JSON.stringify(rest) } : {}),
    })
    expect(response.headers.get('x-content-type-options'), path).toBe('nosniff')
    recordResponse(withoutGivenSecret(contract, await response.clone().text()))
    return response
  }

  /** A call that must succeed. Unknown members in the response are an error. */
  async call<C extends Contract>(
    contract: C,
    input?: RequestOf<C>,
    headers?: Record<string, string>,
  ): Promise<AnswerOf<C>> {
    const response = await this.send(contract, input as Record<string, unknown>, headers)
    const text = await response.text()
    const schema = contract.answers[response.status] as z.ZodType | undefined
    if (!schema) throw new Error(`${contract.method} ${contract.path} returned ${response.status}: ${text}`)
    const parsed = schema.safeParse(JSON.parse(text))
    if (!parsed.success)
      throw new Error(`${contract.method} ${contract.path} broke its contract: ${parsed.error.message}\n${text}`)
    return parsed.data as AnswerOf<C>
  }

  readonly get = this.call.bind(this) as Api['call']
  readonly post = this.call.bind(this) as Api['call']
  readonly patch = this.call.bind(this) as Api['call']
  readonly put = this.call.bind(this) as Api['call']
  readonly delete = this.call.bind(this) as Api['call']

  /** A call that must fail. Accepts input that the types do not allow. */
  async refused(contract: Contract, input: unknown = {}, headers?: Record<string, string>): Promise<Refusal> {
    const response = await this.send(contract, input as Record<string, unknown>, headers)
    const body = (await response.json()) as { error: Refusal['error'] }
    if (response.ok) throw new Error(`${contract.method} ${contract.path} was not refused: ${JSON.stringify(body)}`)
    expect(Object.keys(body)).toEqual(['error'])
    expect(errorStatus[body.error.code as keyof typeof errorStatus], body.error.code).toBe(response.status)
    expect(response.headers.get('x-request-id')).toBeTruthy()
    return { status: response.status, headers: response.headers, error: body.error }
  }
}

export type TestProject = {
  api: Api
  token: string
  userId: string
  projectId: string
  /** A client with another token of the same user. */
  withToken(wanted: { scopes?: readonly Scope[]; isAccount?: boolean; expiresAt?: Date }): Promise<Api>
  /** Connects new sandbox accounts. */
  connect(...channels: ChannelId[]): Promise<SandboxAccount[]>
}

/** A new user with a project and a token with every scope. */
export async function aProject(
  options: { timezone?: string; requireApproval?: boolean; scopes?: readonly Scope[] } = {},
): Promise<TestProject> {
  const db = database()
  const name = `p-${randomUUID()}`
  const userId = await ensureUser(db, { email: `${name}@example.com` })
  const projectId = await ensureProject(db, { userId, name, timezone: options.timezone })
  if (options.requireApproval)
    await db.updateTable('projects').set({ require_approval: true }).where('id', '=', projectId).execute()
  const mint = async (wanted: {
    scopes?: readonly Scope[]
    isAccount?: boolean
    expiresAt?: Date
  }): Promise<string> => {
    const { token } = await mintToken(db, {
      userId,
      projectId: wanted.isAccount ? null : projectId,
      name: 'test',
      scopes: wanted.scopes ?? scopes,
      expiresAt: wanted.expiresAt ?? null,
    })
    return token
  }
  const token = await mint({ scopes: options.scopes })
  const api = new Api(inject('productUrl'), token)
  return {
    api,
    token,
    userId,
    projectId,
    withToken: async (wanted) => new Api(inject('productUrl'), await mint(wanted)),
    async connect(...channels) {
      const accounts: SandboxAccount[] = []
      for (const channel of channels) {
        const account = await aSandboxAccount(channel)
        await api.call(createConnection, {
          channel,
          account_id: account.account_id,
          account_name: account.account_name,
          ...(account.handle ? { handle: account.handle } : {}),
          credentials: account.credentials,
        } as never)
        accounts.push(account)
      }
      return accounts
    },
  }
}

export async function aSandboxAccount(network: ChannelId): Promise<SandboxAccount> {
  const account = await makeAccount(sandboxUrl(), network)
  for (const secret of Object.values(account.credentials)) if (!secret.startsWith('http')) recordSecret(secret)
  return account
}

/** Calls the control API of the sandbox. */
export const control = <T>(method: string, path: string, body?: unknown): Promise<T> =>
  controlAt(sandboxUrl(), method, path, body)
