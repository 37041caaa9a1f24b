import { channelNames } from '@/components/channels/channel-names'
import { Notice } from '@/components/ui/notice'
import type { Consent } from '@/lib/connections/consent/contract'

/** Shown after connecting: the account and missing permissions. */
export function ConnectedNotice({ consent }: { consent: Consent }) {
  const { channel, connected_account: account, missing_scopes: missing } = consent
  const name = account ? (account.account_name ?? account.handle ?? account.account_id) : null
  return (
    <div className="mb-5">
      <Notice
        tone={missing.length > 0 ? 'warn' : 'good'}
        role="status"
        title={`${channelNames[channel]} is connected${name ? ` as “${name}”` : ''}`}
      >
        {missing.length > 0 && (
          <>
            <p>Posts are published. Because of missing permissions Storycast cannot:</p>
            <ul className="list-disc pl-5">
              {missing.map(({ name: scope, purpose }) => (
                <li key={scope}>
                  {purpose} (<code className="font-mono text-xs">{scope}</code>)
                </li>
              ))}
            </ul>
          </>
        )}
      </Notice>
    </div>
  )
}
