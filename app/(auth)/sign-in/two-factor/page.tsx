import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { redirect } from 'next/navigation'
import { TwoFactorForm } from '@/components/account/two-factor/two-factor-form'
import { isChallengeOpen } from '@/lib/auth/two-factor/challenge'
import { challengeOfCookies } from '@/lib/auth/two-factor/cookie'
import { database } from '@/lib/db/pool'
import { ownPath } from '@/lib/return-address'

export const metadata: Metadata = { title: 'Enter your code' }

type Props = { searchParams: Promise<{ next?: string | string[]; method?: string | string[] }> }

/** Second step of a sign-in. Redirects to the first step if it is missing or expired. */
export default async function TwoFactorPage({ searchParams }: Props) {
  const query = await searchParams
  const next = ownPath(query.next) ?? '/'
  const challenge = challengeOfCookies((await headers()).get('cookie'))
  if (!challenge || !(await isChallengeOpen(database(), challenge)))
    redirect(`/sign-in?${new URLSearchParams({ next, error: 'expired' })}`)
  const isRecovery = query.method === 'recovery'
  const other = new URLSearchParams({ next, ...(isRecovery ? {} : { method: 'recovery' }) })
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Enter your code</h1>
      <TwoFactorForm next={next} isRecovery={isRecovery} />
      <p className="text-ink-soft">
        <Link href={`/sign-in/two-factor?${other}`} className="font-medium text-accent underline">
          {isRecovery ? 'Use your authenticator app' : 'Use a recovery code'}
        </Link>
      </p>
    </>
  )
}
