import type { Metadata } from 'next'
import { headers } from 'next/headers'
import Link from 'next/link'
import { ProviderButtons } from '@/components/account/auth/provider-buttons'
import { SignInForm } from '@/components/account/auth/sign-in-form'
import { callbackPathOf } from '@/lib/auth/callback-url'
import { configuredProviders } from '@/lib/auth/oauth-providers'
import { ownPath, withNext } from '@/lib/return-address'
import { signUpMode } from '@/lib/sign-up/policy'

export const metadata: Metadata = { title: 'Sign in' }

type Props = {
  searchParams: Promise<{ next?: string | string[]; error?: string | string[]; email?: string | string[] }>
}

export default async function SignInPage({ searchParams }: Props) {
  const { next: requestedNext, error, email } = await searchParams
  const next = ownPath(requestedNext) ?? (error ? await pathOfProviderSignIn() : null) ?? '/'
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign in</h1>
      <ProviderButtons offered={configuredProviders()} next={next} />
      <SignInForm
        next={next}
        errorCode={typeof error === 'string' ? error : null}
        initialEmail={typeof email === 'string' ? email : ''}
      />
      {signUpMode() === 'open' && (
        <p className="text-ink-soft">
          New here?{' '}
          <Link href={withNext('/sign-up', next)} className="font-medium text-accent underline">
            Sign up
          </Link>
        </p>
      )}
    </>
  )
}

/** next-auth drops the return path if the sign-in at a provider fails or is cancelled, but its cookie still has it. */
const pathOfProviderSignIn = async (): Promise<string | null> =>
  ownPath(callbackPathOf((await headers()).get('cookie')))
