import type { Metadata } from 'next'
import Link from 'next/link'
import { ProviderButtons } from '@/components/account/provider-buttons'
import { SignUpForm } from '@/components/account/sign-up-form'
import { configuredProviders } from '@/lib/auth/oauth-providers'
import { signUpMode } from '@/lib/sign-up/policy'

export const metadata: Metadata = { title: 'Sign up' }

// SIGN_UP is read when the page is asked for, not when it is built.
export const dynamic = 'force-dynamic'

const closedWords = {
  invite: {
    title: 'Sign-up is by invitation',
    text: 'Ask an owner or admin of a project for an invitation link, then open that link to create your account.',
  },
  closed: {
    title: 'Sign-up is closed',
    text: 'This server takes no new accounts. Ask its administrator for access.',
  },
}

export default function SignUpPage() {
  const mode = signUpMode()
  return (
    <>
      {mode === 'open' ? (
        <>
          <h1 className="text-xl font-semibold">Sign up</h1>
          <ProviderButtons offered={configuredProviders()} next="/" />
          <SignUpForm />
        </>
      ) : (
        <>
          <h1 className="text-xl font-semibold">{closedWords[mode].title}</h1>
          <p>{closedWords[mode].text}</p>
        </>
      )}
      <p className="text-ink-soft">
        Already have an account?{' '}
        <Link href="/sign-in" className="font-medium text-accent underline">
          Sign in
        </Link>
      </p>
    </>
  )
}
