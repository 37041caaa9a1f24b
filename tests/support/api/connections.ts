import { sql } from 'kysely'
import type { ChannelId } from '@/lib/channel-ids'
import { connectAccount } from '@/lib/connections/service'
import { database } from '@/lib/db/pool'
import { aProject, aSandboxAccount, control, type SandboxAccount, type TestProject } from './api'

export type TestConnection = { project: TestProject; account: SandboxAccount; id: string }

export const day = 86_400

type Token = { access_token: string; refresh_token: string | null; state: string }

const tokensPath = ({ network, account_id }: SandboxAccount): string =>
  `/control/accounts/${network}/${encodeURIComponent(account_id)}/tokens`

/** Tokens of an account at the network. */
export async function tokensOf(account: SandboxAccount): Promise<Token[]> {
  return (await control<{ tokens: Token[] }>('GET', tokensPath(account))).tokens
}

export const changeTokens = (account: SandboxAccount, change: object): Promise<unknown> =>
  control('POST', tokensPath(account), change)

type Wanted = {
  /** Null: never. */
  endsIn: number | null
  hasRefreshToken?: boolean
  refreshEndsIn?: number
  /** Seconds since the token was issued. */
  age?: number
}

/** A project with one sandbox account. Its token expires at the same time here and at the network. */
export async function aConnection(
  channel: ChannelId,
  { endsIn, hasRefreshToken = false, refreshEndsIn, age = 2 * day }: Wanted,
): Promise<TestConnection> {
  const project = await aProject()
  const account = await aSandboxAccount(channel)
  await changeTokens(account, {
    expires_in_seconds: endsIn,
    age_seconds: age,
    ...(hasRefreshToken && { rotate: true }),
  })
  const [held] = await tokensOf(account)
  const in_ = (seconds: number) => new Date(Date.now() + seconds * 1_000)
  const { id } = await connectAccount(database(), project.projectId, {
    channel,
    accountId: account.account_id,
    accountName: account.account_name,
    handle: account.handle,
    credentials: {
      kind: 'bearer',
      accessToken: held?.access_token ?? '',
      refreshToken: hasRefreshToken ? (held?.refresh_token ?? null) : null,
    },
    expiresAt: endsIn === null ? null : in_(endsIn),
    refreshExpiresAt: refreshEndsIn === undefined ? null : in_(refreshEndsIn),
  })
  await sql`update social_connections set connected_at = now() - make_interval(secs => ${age}) where id = ${id}`.execute(
    database(),
  )
  return { project, account, id }
}

export const connectionOf = (id: string) =>
  database().selectFrom('social_connections').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const checksOf = (id: string) =>
  database()
    .selectFrom('connection_checks')
    .select(['kind', 'is_ok', 'is_auth_failure', 'code'])
    .where('connection_id', '=', id)
    .orderBy('id')
    .execute()

/** Number of calls to a network's token endpoint, for all accounts. */
export async function tokenCalls(network: ChannelId): Promise<number> {
  const { calls } = await control<{ calls: { call: string }[] }>('GET', `/control/calls?network=${network}&limit=2000`)
  return calls.filter(({ call }) => call === 'token' || call === 'refresh').length
}

/** Ends the lease of a connection and its delay after a failure. */
export async function letRefreshWaitPass(id: string): Promise<void> {
  await sql`
    update social_connections set refresh_retry_at = now() - interval '1 second',
      refresh_lease_until = case when refresh_lease_until is not null then now() - interval '1 second' end
    where id = ${id}`.execute(database())
}
