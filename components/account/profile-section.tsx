import type { Account } from '@/lib/account/contract'
import { AccountSection } from './account-section'

export function ProfileSection({ account }: { account: Account }) {
  return (
    <AccountSection title="Profile">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-2">
        <dt className="text-ink-soft">Name</dt>
        <dd className="wrap-anywhere">{account.name}</dd>
        <dt className="text-ink-soft">E-mail</dt>
        <dd className="wrap-anywhere">{account.email}</dd>
      </dl>
    </AccountSection>
  )
}
