import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { type ChannelId, channelIds } from '@/lib/channel-ids'
import { channels } from '@/lib/channels/registry'
import { brokenCircuits, missingPermission } from '../checks'
import { missingOf } from '../missing-scopes'
import { daysUntil, isShortLived, isUsable, tierOf } from '../refreshable'
import { renewsItself } from '../serializer'
import type { ConnectionHealth, getConnectionHealth, HealthStatus, PublishOutcome } from './contract'
import {
  type CheckRow,
  countFailures,
  type HealthRow,
  listNewestChecks,
  listNewestOutcomes,
  listOpenForHealth,
  type PublishRow,
} from './repository'

/** Days without activity after which a connection is stale. */
const staleDays = 30
const soonDays = 7
const dayMs = 86_400_000

/** Everything known about one channel. */
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
    ...texts[status](facts, channels[channel].name),
    connection_id: connection?.id ?? null,
    account_name: connection?.account_name ?? null,
    last_successful_publish: posted && publishOutcome(posted),
    last_failed_publish: failed && publishOutcome(failed),
    last_successful_sync: syncOutcome(newestCheck(facts, 'sync', true)),
    last_failed_sync: syncOutcome(newestCheck(facts, 'sync', false)),
    sync_paused: isSyncPaused,
    failures_24h: failures,
    inbox_error: connection?.inbox_error ?? null,
    last_refresh_at: (refresh?.at ?? connection?.last_refresh_at)?.toISOString() ?? null,
    last_refresh_ok: connection?.last_refresh_ok ?? null,
    last_refresh_error: connection?.last_refresh_error ?? null,
    refresh_failed_count: connection?.refresh_failed_count ?? 0,
    ...endOf(facts),
  }
}

/** Conditions of each status, by priority. */
const precedence: readonly (readonly [HealthStatus, (facts: Facts) => boolean])[] = [
  ['missing', ({ connection }) => connection === null],
  ['token_expired', ({ connection, now }) => connection !== null && !isUsable(connection, now)],
  ['publish_error', hasFailedPost],
  ['sync_error', hasFailedSync],
  ['stale', isStale],
]

const statusOf = (facts: Facts): HealthStatus => precedence.find(([, holds]) => holds(facts))?.[0] ?? 'ok'

/** Failures before the last connect do not count. */
function hasFailedPost({ connection, posted, failed }: Facts): boolean {
  return (
    failed !== null && connection !== null && failed.at > connection.connected_at && !(posted && posted.at > failed.at)
  )
}

function hasFailedSync(facts: Facts): boolean {
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

type HealthText = Pick<ConnectionHealth, 'summary' | 'next_step'>

const texts: Record<HealthStatus, (facts: Facts, name: string) => HealthText> = {
  missing: (_, name) => ({ summary: `No ${name} account is connected.`, next_step: `Connect your ${name} account.` }),
  token_expired: ({ connection }, name) => ({
    summary:
      connection?.status === 'revoked'
        ? `${name} rejects this connection, so posts fail.`
        : `The connection to this ${name} account has expired, so posts fail.`,
    next_step: 'Reconnect the account.',
  }),
  publish_error: ({ failed }, name) => ({
    summary: `The last post to ${name} failed: ${reasonOf(failed)}`,
    next_step: 'Open the story, fix the problem and retry.',
  }),
  sync_error: (facts, name) => {
    if (facts.isSyncPaused) {
      return {
        summary: `${name} rejected this connection several times, so metrics are not synced.`,
        next_step: 'Reconnect the account.',
      }
    }
    const failed = newestCheck(facts, 'sync', false)
    const reason = failed?.message ?? 'unknown error.'
    return {
      summary: `Publishing to ${name} works, but metrics could not be synced: ${reason}`,
      next_step:
        failed?.code === missingPermission
          ? 'Reconnect the account and grant it, or continue without metrics.'
          : 'No action needed: it will be retried automatically. Reconnect the account if this lasts more than a day.',
    }
  },
  stale: (_, name) => ({
    summary: `No activity on ${name} for ${staleDays} days, so the connection may no longer work.`,
    next_step: 'Publish a post, or reconnect the account.',
  }),
  ok: (facts, name) => {
    const { summary, next_step } = connectedText(facts, name)
    return { summary: `${summary}${missingScopesText(facts)}`, next_step }
  },
}

/** Optional permissions that the user did not grant. */
function missingScopesText({ channel, connection }: Facts): string {
  const missing = missingOf(channel, connection?.scopes ?? null)
  if (missing.length === 0) return ''
  const list = missing.map(({ name, purpose }) => `to ${purpose} (${name})`).join(', ')
  return ` It lacks the permission ${list}.`
}

/** Whether the credentials have worked, at connect or since. */
function isProven({ connection, posted, checks }: Facts): boolean {
  if (!connection) return false
  const since = connection.connected_at
  if (connection.tried_at !== null || connection.last_refresh_ok || (posted && posted.at > since)) return true
  return checks.some(({ is_ok, at }) => is_ok && at > since)
}

/** The text of a healthy connection, with a note if it expires soon. */
function connectedText(facts: Facts, name: string): HealthText {
  const { connection, now } = facts
  const works = isProven(facts) ? `${name} works` : `${name} is connected but not used yet`
  const end = connection?.expires_at
  if (!connection || !end || renewsItself(connection, now)) return { summary: `${works}.`, next_step: null }
  const days = daysUntil(end, now)
  if (days > soonDays) return { summary: `${works}. Reconnect within ${days} days.`, next_step: null }
  const why = connection.last_refresh_error ? ` ${connection.last_refresh_error}` : ''
  return {
    summary: `${works}. The connection expires ${days <= 1 ? 'within a day' : `in ${days} days`}.${why}`,
    next_step: 'Reconnect the account before then.',
  }
}

const reasonOf = (failed: PublishRow | null): string => {
  // The remedy follows separately.
  const reason = (failed?.error_message ?? failed?.skip_reason ?? 'unknown error.').replace(
    ' Change it and try again.',
    '',
  )
  return /[.!?]$/.test(reason) ? reason : `${reason}.`
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
