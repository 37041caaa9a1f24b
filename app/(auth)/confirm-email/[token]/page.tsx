import type { Metadata } from 'next'
import { requireContext } from '@/app/(dashboard)/context'
import { ConfirmEmailForm } from '@/components/account/confirm-email-form'
import { ButtonLink } from '@/components/ui/button'
import { findConfirmation } from '@/lib/account/email/service'

/** The address contains the token, so it is sent to no other site and kept by no search engine. */
export const metadata: Metadata = {
  title: 'Confirm your address',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Props = { params: Promise<{ token: string }> }

/** Opening the page confirms nothing: mail scanners open links too. */
export default async function ConfirmEmailPage({ params }: Props) {
  const { token } = await params
  const path = `/confirm-email/${token}`
  const found = await findConfirmation(await requireContext(path), token)
  if (!found) {
    return (
      <>
        <h1 className="text-xl font-semibold">This link no longer works</h1>
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
        <h1 className="text-xl font-semibold">This link is for another account</h1>
        <p>Sign out, sign in with the account of the link, then open it again.</p>
        <ButtonLink tone="primary" href={`/sign-out?next=${encodeURIComponent(path)}`} className="self-start">
          Sign out
        </ButtonLink>
      </>
    )
  }
  return (
    <>
      <h1 className="text-xl font-semibold">Confirm your address</h1>
      <ConfirmEmailForm token={token} email={found.email} isInvited={found.isInvited} />
    </>
  )
}
