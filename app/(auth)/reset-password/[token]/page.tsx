import type { Metadata } from 'next'
import { ResetPasswordForm } from '@/components/account/auth/reset-password-form'
import { ButtonLink } from '@/components/ui/button'
import { database } from '@/lib/db/pool'
import { isResetLinkLive } from '@/lib/password-reset/service'

/** The URL contains the token, so no referrer and no indexing. */
export const metadata: Metadata = {
  title: 'Choose a new password',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Props = { params: Promise<{ token: string }> }

/** Opening the page does not use up the link, because mail scanners open links too. */
export default async function ResetPasswordPage({ params }: Props) {
  const { token } = await params
  if (await isResetLinkLive(database(), token)) {
    return (
      <>
        <h1 className="text-2xl font-semibold tracking-tight">Choose a new password</h1>
        <ResetPasswordForm token={token} />
      </>
    )
  }
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">This link no longer works</h1>
      <p>It was used, replaced by a newer one, or is older than 30 minutes.</p>
      <ButtonLink tone="primary" href="/forgotten-password" className="self-start">
        Request a new link
      </ButtonLink>
    </>
  )
}
