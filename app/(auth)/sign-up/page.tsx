import type { Metadata } from 'next'
import Link from 'next/link'
import { ProviderButtons } from '@/components/account/auth/provider-buttons'
import { SignUpForm } from '@/components/account/auth/sign-up-form'
import { configuredProviders } from '@/lib/auth/oauth-providers'
import { ownPath, withNext } from '@/lib/return-address'
import { signUpMode } from '@/lib/sign-up/policy'

export const metadata: Metadata = { title: 'Sign up' }

// Read SIGN_UP on each request, not at build time.
export const dynamic = 'force-dynamic'

const closedText = {
  invite: {
    title: 'Sign-up is by invitation',
    text: 'Ask an owner or admin of a project for an invitation link, then open that link to create your account.',
  },
  closed: {
    title: 'Sign-up is closed',
    text: 'Ask your administrator for access.',
  },
}

type Props = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignUpPage({ searchParams }: Props) {
  const next = ownPath((await searchParams).next)
  const mode = signUpMode()
  return (
    <>
      {mode === 'open' ? (
        <>
          <h1 className="text-2xl font-semibold tracking-tight">Sign up</h1>
          <ProviderButtons offered={configuredProviders()} next={next ?? '/'} />
          <SignUpForm next={next} />
        </>
      ) : (
        <>
          <h1 className="text-2xl font-semibold tracking-tight">{closedText[mode].title}</h1>
          <p>{closedText[mode].text}</p>
        </>
      )}
      <p className="text-ink-soft">
        Already have an account?{' '}
        <Link href={withNext('/sign-in', next)} className="font-medium text-accent underline">
          Sign in
        </Link>
      </p>
    </>
  )
}
