import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { InvitationView } from '@/components/members/invitation-view'
import { callerAddress } from '@/lib/auth/caller-address'
import { sessionOf } from '@/lib/auth/next-auth'
import { configuredProviders } from '@/lib/auth/oauth-providers'
import { database } from '@/lib/db/pool'
import { look } from '@/lib/invitations/accept'
import { signUpRefusal } from '@/lib/sign-up/policy'

/** The URL contains the token, so no referrer and no indexing. */
export const metadata: Metadata = {
  title: 'Invitation',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Props = { params: Promise<{ token: string }> }

export default async function InvitationPage({ params }: Props) {
  const { token } = await params
  const requestHeaders = await headers()
  const seen = await look(database(), {
    token,
    userId: (await sessionOf(requestHeaders))?.userId ?? null,
    address: callerAddress(requestHeaders.get('x-forwarded-for')),
  })
  if (seen.state === 'joined') redirect(`/${seen.projectId}`)
  const canSignUp = signUpRefusal({ hasInvitation: true }) === null
  return <InvitationView token={token} seen={seen} canSignUp={canSignUp} offered={configuredProviders()} />
}
