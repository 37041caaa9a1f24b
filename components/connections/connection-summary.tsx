import { Time } from '@/components/time/zone'
import type { SocialConnection } from '@/lib/connections/contract'
import type { ConnectionHealth } from '@/lib/connections/health/contract'
import { type ConnectionState, stateBadges } from './connection-state'
import { healthText } from './use-connection-health'

export type ConnectionDetails = {
  connection: SocialConnection
  state: ConnectionState
  health: ConnectionHealth | undefined
}

/**
 * One sentence about the state of a connection. An expiry date is shown only if the user must act before it.
 */
export function ConnectionSummary({
  connection: { expires_at, renews_itself, last_refresh_at, missing_scopes },
  state,
  health,
}: ConnectionDetails) {
  const problem = healthText(health)
  if (state === 'revoked' || state === 'disconnected') return problem ?? stateBadges[state].text
  if (state === 'expired') {
    return (
      <>
        {problem ?? stateBadges.expired.text} {expires_at && <Expired at={expires_at} />}
      </>
    )
  }
  if (state === 'expiring' && expires_at) {
    const isRenewalRefused = health?.last_refresh_ok === false
    return (
      <>
        {health?.status !== 'ok' && problem} {isRenewalRefused && 'The network no longer renews this connection. '}
        Reconnect before <Time at={expires_at} style="date" />, or posts will fail.
        {missing_scopes.length > 0 &&
          ` Missing permission to ${missing_scopes.map(({ purpose }) => purpose).join(', to ')}.`}
      </>
    )
  }
  const summary = health?.status === 'ok' ? health.summary : stateBadges.connected.text
  return (
    <>
      {problem ?? summary} {renews_itself && last_refresh_at && <Renewed at={last_refresh_at} />}
    </>
  )
}

const Expired = ({ at }: { at: string }) => (
  <>
    Expired on <Time at={at} style="date" />.
  </>
)

const Renewed = ({ at }: { at: string }) => (
  <>
    Renewed on <Time at={at} style="date" />.
  </>
)
