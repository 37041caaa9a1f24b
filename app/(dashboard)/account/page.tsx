import type { Metadata } from 'next'
import { DeleteAccountSection } from '@/components/account/delete-account-section'
import { EmailAddressSection } from '@/components/account/email-address-section'
import { ProfileSection } from '@/components/account/profile-section'
import * as account from '@/lib/account/service'
import { isMailConfigured } from '@/lib/mail/configured'
import { requireContext } from '../context'

export const metadata: Metadata = { title: 'Profile' }

export default async function ProfilePage() {
  const context = await requireContext('/account')
  const own = await account.get(context)
  return (
    <>
      <ProfileSection account={own} />
      <EmailAddressSection initial={own} isMailConfigured={isMailConfigured()} />
      <DeleteAccountSection email={own.email} />
    </>
  )
}
