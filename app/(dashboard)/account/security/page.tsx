import type { Metadata } from 'next'
import { PasswordSection } from '@/components/account/password-section'
import { SessionsSection } from '@/components/account/sessions-section'
import * as account from '@/lib/account/service'
import * as sessions from '@/lib/sessions/service'
import { requireContext } from '../../context'

export const metadata: Metadata = { title: 'Security' }

export default async function SecurityPage() {
  const context = await requireContext('/account/security')
  const [own, page] = await Promise.all([account.get(context), sessions.list(context, { limit: 50 })])
  return (
    <>
      <PasswordSection email={own.email} />
      <SessionsSection initial={page} now={context.now.toISOString()} />
    </>
  )
}
