import type { Metadata } from 'next'
import { PasswordSection } from '@/components/account/password-section'
import { SessionsSection } from '@/components/account/sessions-section'
import { SignInMethodsSection } from '@/components/account/sign-in-methods-section'
import { TwoFactorSection } from '@/components/account/two-factor/two-factor-section'
import * as identities from '@/lib/account/identities/service'
import * as account from '@/lib/account/service'
import * as twoFactor from '@/lib/account/two-factor/service'
import { configuredProviders } from '@/lib/auth/oauth-providers'
import * as sessions from '@/lib/sessions/service'
import { requireContext } from '../../context'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const context = await requireContext('/account/security')
  const [own, status, connected, page] = await Promise.all([
    account.get(context),
    twoFactor.get(context),
    identities.list(context),
    sessions.list(context, { limit: 50 }),
  ])
  const offered = configuredProviders()
  return (
    <>
      <PasswordSection email={own.email} hasPassword={own.has_password} />
      <TwoFactorSection initial={status} hasPassword={own.has_password} />
      {(offered.length > 0 || connected.identities.length > 0) && (
        <SignInMethodsSection initial={connected} offered={offered} />
      )}
      <SessionsSection initial={page} now={context.now.toISOString()} />
    </>
  )
}
