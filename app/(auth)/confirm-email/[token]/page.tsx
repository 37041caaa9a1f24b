import type { Metadata } from 'next'
import { requireContext } from '@/app/(dashboard)/context'
import { ConfirmEmailForm } from '@/components/account/auth/confirm-email-form'
import { ButtonLink } from '@/components/ui/button'
import { findConfirmation } from '@/lib/account/email/service'

/** The URL contains the token, so no referrer and no indexing. */
export const metadata: Metadata = {
  title: 'Confirm your address',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Props = { params: Promise<{ token: string }> }

/** Opening the page does not confirm the address, because mail scanners open links too. */
export default async function ConfirmEmailPage({ params }: Props) {
  const { token } = await params
  const path = `/confirm-email/${token}`
  const found = await findConfirmation(await requireContext(path), token)
  if (!found) {
    return (
      <>
        <h1 className="text-2xl font-semibold tracking-tight">This link no longer works</h1>
        <p>It was used, replaced by a newer one, or is older than 24 hours. Request a new one on your account page.</p>
        <ButtonLink tone="primary" href="/account" className="self-start">
          Go to your account
        </ButtonLink>
      </>
    )
  }
  if (!found.isOwn) {
    return (
      <>
        <h1 className="text-2xl font-semibold tracking-tight">This link is for another account</h1>
        <p>Sign out, sign in with the account the link was sent to, then open it again.</p>
        <ButtonLink tone="primary" href={`/sign-out?next=${encodeURIComponent(path)}`} className="self-start">
          Sign out
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Confirm your address</h1>
      <ConfirmEmailForm token={token} email={found.email} isInvited={found.isInvited} />
    </>
  )
}
