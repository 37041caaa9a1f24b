import { sql } from 'kysely'
import { ChannelError, finalMessage } from '@/lib/channels/channel-error'
import { subscribeInbox } from '@/lib/channels/inbox/inbox'
import { monotonicMs } from '@/lib/clock'
import { openCredentials } from '@/lib/connections/seal'
import type { Database } from '@/lib/db/pool'
import { deadlineIn } from '@/lib/deadline'
import { UnreadableCredentials } from '@/lib/encryption/seal'
import { type ConnectedAccount, callingAs } from '../account'
import type { InboxPlatform } from '../kinds'
import { readMissed } from './read-missed'

/** How often an account is read again. Webhooks bring what is new; this finds what they missed. */
const checkMinutes = 30
const retryMinutes = [1, 5, 30, 120]
/** Longer than the slowest check: two calls a second for 50 posts. */
const leaseMinutes = 5
const callMs = 20_000
const runMs = 50_000

type Due = {
  connection_id: string
  project_id: string
  platform: InboxPlatform
  account_id: string
  account_name: string | null
  handle: string | null
  credentials: Buffer
  key_id: string | null
  scopes: string[] | null
  polled_until: Date | null
  failure_count: number
}

/** Subscribes accounts that are due to their webhooks, and reads comments and messages that were not delivered. */
export async function checkAccounts(db: Database): Promise<number> {
  await addAccounts(db)
  let count = 0
  for (const startedMs = monotonicMs(); monotonicMs() - startedMs < runMs; count++) {
    const due = await claim(db)
    if (!due) break
    await check(db, due)
  }
  return count
}

/** New connections, and those that were reconnected: with other permissions, or after their subscription ended. */
async function addAccounts(db: Database): Promise<void> {
  await sql`
    insert into inbox_accounts as a (connection_id)
    select c.id from social_connections c left join inbox_accounts known on known.connection_id = c.id
    where c.channel in ('instagram', 'facebook') and c.disconnected_at is null and c.status = 'active'
      and (known.connection_id is null or c.connected_at > coalesce(known.subscribed_at, known.checked_at))
    on conflict (connection_id) do update set next_check_at = now(), subscribed_at = null, checked_at = now(),
      failure_count = 0, last_error = null`.execute(db)
}

async function claim(db: Database): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    update inbox_accounts a set next_check_at = now() + make_interval(mins => ${leaseMinutes}), checked_at = now()
    from social_connections c
    where c.id = a.connection_id and a.connection_id = (
      select a.connection_id from inbox_accounts a join social_connections c on c.id = a.connection_id
      where a.next_check_at <= now() and c.disconnected_at is null and c.status = 'active'
        and c.credentials is not null
      order by a.next_check_at limit 1 for update of a skip locked)
    returning a.connection_id, c.project_id, c.channel as platform, c.account_id, c.account_name, c.handle,
      c.credentials, c.key_id, c.scopes, a.polled_until, a.failure_count`.execute(db)
  return rows[0]
}

async function check(db: Database, due: Due): Promise<void> {
  const { connection_id, platform, project_id, account_id, polled_until, scopes } = due
  try {
    const account = accountOf(due)
    await callingAs(db, account, async () => {
      if (maySubscribe(due)) await subscribeInbox(platform, account, { signal: deadlineIn(callMs) })
      await sql`update inbox_accounts set subscribed_at = now() where connection_id = ${connection_id}`.execute(db)
      const place = { projectId: project_id, platform, accountId: account_id }
      await readMissed(db, place, { account, scopes, since: polled_until })
    })
    await sql`update inbox_accounts set polled_until = checked_at, failure_count = 0, last_error = null,
      next_check_at = now() + make_interval(mins => ${checkMinutes}) where connection_id = ${connection_id}`.execute(db)
  } catch (error) {
    if (!(error instanceof ChannelError) && !(error instanceof UnreadableCredentials)) throw error
    const minutes = retryMinutes[Math.min(due.failure_count, retryMinutes.length - 1)] ?? 1
    const message = error instanceof ChannelError ? finalMessage(error) : error.message
    await sql`update inbox_accounts set failure_count = failure_count + 1, last_error = ${message},
      next_check_at = now() + make_interval(mins => ${minutes}) where connection_id = ${connection_id}`.execute(db)
  }
}

/** Connections from before the inbox lack the permission, until they are reconnected. Null: unknown. */
const maySubscribe = ({ platform, scopes }: Due): boolean => {
  const needed = platform === 'instagram' ? 'instagram_business_manage_' : 'pages_manage_metadata'
  return scopes === null || scopes.some((scope) => scope.startsWith(needed) && !scope.endsWith('insights'))
}

const accountOf = (due: Due): ConnectedAccount => ({
  accountId: due.account_id,
  accountName: due.account_name,
  handle: due.handle,
  credentials: openCredentials({ ...due, id: due.connection_id, channel: due.platform }),
  connection: {
    ...{ id: due.connection_id, project_id: due.project_id, channel: due.platform },
    credentials: due.credentials,
  },
})
