import { Time } from '@/components/time/zone'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health-contract'
import { type ConnectionState, stateFaces } from './connection-state'
import { healthWords } from './use-health'

export type Standing = {
  connection: SocialConnection
  state: ConnectionState
  health: ConnectionHealth | undefined
}

/**
 * How an account stands, each fact once. What has no end of its own, or renews itself, is shown no day that would read
 * as a deadline; what was withdrawn has none any more.
 */
export function Meaning({
  connection: { expires_at, renews_itself, last_refresh_at, missing_scopes },
  state,
  health,
}: Standing) {
  const trouble = healthWords(health)
  if (state === 'revoked' || state === 'disconnected') return trouble ?? stateFaces[state].meaning
  if (state === 'expired') {
    return (
      <>
        {trouble ?? stateFaces.expired.meaning} {expires_at && <Ended at={expires_at} />}
      </>
    )
  }
  if (state === 'expiring' && expires_at) {
    const isRefused = health?.last_refresh_ok === false
    return (
      <>
        {health?.status !== 'ok' && trouble}{' '}
        {isRefused ? 'The network no longer renews this access' : 'This access does not renew itself'}: reconnect before{' '}
        <Time at={expires_at} style="date" />, or posts will fail.
        {missing_scopes.length > 0 &&
          ` It was connected without the permission to ${missing_scopes.map(({ purpose }) => purpose).join(', to ')}.`}
      </>
    )
  }
  // What is known while all is well: whether it was used yet, what it may not do, and how many days an end is away.
  const known = health?.status === 'ok' ? health.summary : stateFaces.connected.meaning
  return (
    <>
      {trouble ?? known} {renews_itself && last_refresh_at && <Renewed at={last_refresh_at} />}
    </>
  )
}

const Ended = ({ at }: { at: string }) => (
  <>
    It ended on <Time at={at} style="date" />.
  </>
)

const Renewed = ({ at }: { at: string }) => (
  <>
    The access renews itself, last on <Time at={at} style="date" />.
  </>
)
