import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channels/ids'
import { channels } from '@/lib/channels/registry'
import { accessProject } from '@/lib/projects/access'
import { brokenCircuits, missingPermission } from './checks'
import type { ConnectionHealth, getConnectionHealth, HealthStatus, PublishOutcome } from './health-contract'
import {
  type CheckRow,
  countFailures,
  type HealthRow,
  listNewestChecks,
  listNewestOutcomes,
  listOpenForHealth,
  type PublishRow,
} from './health-repository'
import { missingOf } from './missing-scopes'
import { daysUntil, isShortLived, isUsable, tierOf } from './refreshable'
import { renewsItself } from './serializer'

/** Connected, and for so long nothing was posted, read or renewed: nobody knows whether it still works. */
const staleDays = 30
const soonDays = 7
const dayMs = 86_400_000

/** All that is known of one channel. */
type Facts = {
  channel: ChannelId
  connection: HealthRow | null
  posted: PublishRow | null
  failed: PublishRow | null
  checks: CheckRow[]
  isSyncPaused: boolean
  failures: number
  now: Date
}

export async function health(
  context: Context,
  input: InputOf<typeof getConnectionHealth>,
): Promise<AnswerOf<typeof getConnectionHealth>> {
  const { db, now } = context
  const { projectId } = await accessProject(context, input.project_id, 'connections:read')
  const connections = await listOpenForHealth(db, projectId)
  const ids = connections.map(({ id }) => id)
  const [outcomes, checks, paused, failures] = await Promise.all([
    listNewestOutcomes(db, projectId, channelIds),
    listNewestChecks(db, projectId),
    brokenCircuits(db, ids),
    countFailures(db, projectId),
  ])
  const platforms = channelIds.map((channel) => {
    const connection = connections.find((row) => row.channel === channel) ?? null
    const newest = (isOk: boolean) => outcomes.find((row) => row.channel === channel && row.is_ok === isOk) ?? null
    return healthOf({
      channel,
      connection,
      posted: newest(true),
      failed: newest(false),
      checks: checks.filter((check) => check.channel === channel),
      isSyncPaused: connection !== null && paused.has(connection.id),
      failures: failures.get(channel) ?? 0,
      now,
    })
  })
  return { project_id: projectId, checked_at: now.toISOString(), platforms }
}

function healthOf(facts: Facts): ConnectionHealth {
  const { channel, connection, posted, failed, failures, isSyncPaused } = facts
  const status = statusOf(facts)
  const refresh = newestCheck(facts, 'refresh')
  return {
    channel,
    status,
    ...words[status](facts, channels[channel].name),
    connection_id: connection?.id ?? null,
    account_name: connection?.account_name ?? null,
    last_successful_publish: posted && publishOutcome(posted),
    last_failed_publish: failed && publishOutcome(failed),
    last_successful_sync: syncOutcome(newestCheck(facts, 'sync', true)),
    last_failed_sync: syncOutcome(newestCheck(facts, 'sync', false)),
    sync_paused: isSyncPaused,
    failures_24h: failures,
    last_refresh_at: (refresh?.at ?? connection?.last_refresh_at)?.toISOString() ?? null,
    last_refresh_ok: connection?.last_refresh_ok ?? null,
    last_refresh_error: connection?.last_refresh_error ?? null,
    refresh_failed_count: connection?.refresh_failed_count ?? 0,
    ...endOf(facts),
  }
}

/** Each status with the fact that makes it one. The first that holds is the channel's. */
const precedence: readonly (readonly [HealthStatus, (facts: Facts) => boolean])[] = [
  ['missing', ({ connection }) => connection === null],
  ['token_expired', ({ connection, now }) => connection !== null && !isUsable(connection, now)],
  ['publish_error', hasFailedLast],
  ['sync_error', hasUnreadLast],
  ['stale', isStale],
]

const statusOf = (facts: Facts): HealthStatus => precedence.find(([, holds]) => holds(facts))?.[0] ?? 'ok'

/** What failed before the account was connected anew says nothing of it. */
function hasFailedLast({ connection, posted, failed }: Facts): boolean {
  return (
    failed !== null && connection !== null && failed.at > connection.connected_at && !(posted && posted.at > failed.at)
  )
}

function hasUnreadLast(facts: Facts): boolean {
  const newest = newestCheck(facts, 'sync')
  const { connection, isSyncPaused } = facts
  return (
    isSyncPaused || (newest !== null && !newest.is_ok && connection !== null && newest.at > connection.connected_at)
  )
}

function isStale({ connection, posted, checks, now }: Facts): boolean {
  const signs = [connection?.connected_at, posted?.at, ...checks.flatMap(({ is_ok, at }) => (is_ok ? [at] : []))]
  return signs.every((sign) => !sign || now.getTime() - sign.getTime() > staleDays * dayMs)
}

function newestCheck({ checks }: Facts, kind: CheckRow['kind'], isOk?: boolean): CheckRow | null {
  const wanted = checks.filter((check) => check.kind === kind && (isOk === undefined || check.is_ok === isOk))
  return wanted.reduce<CheckRow | null>((newest, check) => (newest && newest.at >= check.at ? newest : check), null)
}

type Words = Pick<ConnectionHealth, 'summary' | 'next_step'>

const words: Record<HealthStatus, (facts: Facts, name: string) => Words> = {
  missing: (_, name) => ({ summary: `No ${name} account is connected.`, next_step: `Connect your ${name} account.` }),
  token_expired: ({ connection }, name) => ({
    summary:
      connection?.status === 'revoked'
        ? `${name} no longer accepts the access to this account, so posts to it fail.`
        : `The access to this ${name} account is over and cannot be renewed without you, so posts to it fail.`,
    next_step: 'Connect the account again.',
  }),
  publish_error: ({ failed }, name) => ({
    summary: `The last post to ${name} did not go out: ${plain(failed)}`,
    next_step: 'Open the story, put right what it says there, and try again.',
  }),
  sync_error: (facts, name) => {
    if (facts.isSyncPaused) {
      return {
        summary: `${name} refused the access to this account again and again, so its numbers are not read for now.`,
        next_step: 'Connect the account again.',
      }
    }
    const failed = newestCheck(facts, 'sync', false)
    const said = failed?.message ?? 'no reason was given.'
    return {
      summary: `Posts go out to ${name}; their numbers could not be read: ${said}`,
      next_step:
        failed?.code === missingPermission
          ? 'Connect the account again and grant it, or do without the numbers.'
          : 'Nothing: it is tried again by itself. Connect the account again if it goes on for a day.',
    }
  },
  stale: (_, name) => ({
    summary: `Nothing was posted to or read from ${name} for ${staleDays} days, so nobody knows whether the access still works.`,
    next_step: 'Post something, or connect the account again.',
  }),
  ok: (facts, name) => {
    const { summary, next_step } = endingWords(facts, name)
    return { summary: `${summary}${lackingWords(facts)}`, next_step }
  },
}

/** What the person left out at the network, and posts can do without. */
function lackingWords({ channel, connection }: Facts): string {
  const lacking = missingOf(channel, connection?.scopes ?? null)
  if (lacking.length === 0) return ''
  const list = lacking.map(({ name, purpose }) => `to ${purpose} (${name})`).join(', ')
  return ` It was connected without the permission ${list}.`
}

/** Whether anybody has seen this access work: as it came in, or since then. */
function isProven({ connection, posted, checks }: Facts): boolean {
  if (!connection) return false
  const since = connection.connected_at
  if (connection.tried_at !== null || connection.last_refresh_ok || (posted && posted.at > since)) return true
  return checks.some(({ is_ok, at }) => is_ok && at > since)
}

/** What works and is about to end, or works and could not be renewed of late. */
function endingWords(facts: Facts, name: string): Words {
  const { connection, now } = facts
  const works = isProven(facts) ? `${name} works` : `${name} is connected and was not used yet`
  const end = connection?.expires_at
  if (!connection || !end || renewsItself(connection, now)) return { summary: `${works}.`, next_step: null }
  const days = daysUntil(end, now)
  if (days > soonDays) return { summary: `${works}. The access ends in ${days} days.`, next_step: null }
  const why = connection.last_refresh_error ? ` ${connection.last_refresh_error}` : ''
  return {
    summary: `${works}, and the access ends ${days <= 1 ? 'within a day' : `in ${days} days`}.${why}`,
    next_step: 'Connect the account again before then.',
  }
}

const plain = (failed: PublishRow | null): string => {
  // What to do is said in the next step.
  const said = (failed?.error_message ?? failed?.skip_reason ?? 'no reason was given.').replace(
    ' Change it and try again.',
    '',
  )
  return /[.!?]$/.test(said) ? said : `${said}.`
}

const publishOutcome = (row: PublishRow): PublishOutcome => ({
  at: row.at.toISOString(),
  story_id: row.story_id,
  queue_item_id: row.id,
  published_url: row.published_url,
  skip_reason: row.skip_reason,
  error_message: row.error_message,
})

const syncOutcome = (check: CheckRow | null) =>
  check && { at: check.at.toISOString(), error_message: check.is_ok ? null : check.message }

function endOf({ connection, now }: Facts) {
  const end = connection?.expires_at ?? null
  const renews = connection !== null && renewsItself(connection, now)
  const isNews = connection !== null && end !== null && !(renews && isShortLived(connection))
  return {
    expires_at: end?.toISOString() ?? null,
    renews_itself: renews,
    token_expiring_soon: isNews && end.getTime() - now.getTime() < soonDays * dayMs,
    days_until_expiry: end && daysUntil(end, now),
    expiring_severity: (isNews && tierOf(end, now)?.severity) || null,
    notified_at_tier: connection?.notified_at_tier ?? null,
  }
}
