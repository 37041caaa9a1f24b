import type { ReactNode } from 'react'
import { Time, ZoneLine } from '@/components/time/zone'
import type { WebhookEndpoint } from '@/lib/webhooks/endpoints/contract'
import { accountWideText, deliveryCount } from './endpoint-health'
import { isAccountWide } from './may-change'

/** URL, events and counts of an endpoint. */
export function EndpointFacts({ endpoint, now }: { endpoint: WebhookEndpoint; now: Date }) {
  const until = endpoint.previous_secret_expires_at
  return (
    <dl className="panel mb-6 grid gap-x-6 gap-y-3 p-4 sm:grid-cols-[auto_minmax(0,1fr)]">
      <Fact name="URL">
        <code className="font-mono text-sm break-all">{endpoint.url}</code>
      </Fact>
      {isAccountWide(endpoint) && <Fact name="Scope">{accountWideText}</Fact>}
      <Fact name="Events">
        {endpoint.events.includes('*') ? (
          'All events'
        ) : (
          <ul className="flex flex-wrap gap-1.5">
            {endpoint.events.map((name) => (
              <li key={name} className="rounded-md bg-sunken px-1.5 font-mono text-sm break-all">
                {name}
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact name="Failed permanently">{deliveryCount(endpoint.failure_count)}</Fact>
      {until && new Date(until) > now && (
        <Fact name="Secret">
          Rotated. The previous secret is also used until <Time at={until} />.
        </Fact>
      )}
      <Fact name="Created">
        <Time at={endpoint.created_at} style="date" />. <ZoneLine />
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-soft">{name}</dt>
    <dd className="min-w-0 max-sm:-mt-3">{children}</dd>
  </>
)
