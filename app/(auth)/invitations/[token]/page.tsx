import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { InvitationView } from '@/components/members/invitation-view'
import { callerAddress } from '@/lib/auth/caller-address'
import { configuredProviders } from '@/lib/auth/oauth-providers'
import { sessionOf } from '@/lib/auth/session'
import { database } from '@/lib/db/pool'
import { look } from '@/lib/invitations/accept'
import { signUpRefusal } from '@/lib/sign-up/policy'

/** The address holds the key: no other site may learn it, and no search engine keep it. */
export const metadata: Metadata = {
  title: 'Invitation',
  referrer: 'no-referrer',
  robots: { index: false, follow: false },
}

type Props = { params: Promise<{ token: string }> }

export default async function InvitationPage({ params }: Props) {
  const { token } = await params
  const asked = await headers()
  const seen = await look(database(), {
    token,
    userId: (await sessionOf(asked))?.userId ?? null,
    address: callerAddress(asked.get('x-forwarded-for')),
  })
  if (seen.state === 'joined') redirect(`/${seen.projectId}`)
  const canSignUp = signUpRefusal({ hasInvitation: true }) === null
  return <InvitationView token={token} seen={seen} canSignUp={canSignUp} offered={configuredProviders()} />
}
