import type { Metadata } from 'next'
import Link from 'next/link'
import { SignUpForm } from '@/components/account/sign-up-form'

export const metadata: Metadata = { title: 'Make an account' }

export default function SignUpPage() {
  return (
    <>
      <h1 className="text-xl font-semibold">Make an account</h1>
      <SignUpForm />
      <p className="text-ink-soft">
        You have one?{' '}
        <Link href="/sign-in" className="font-medium text-accent underline">
          Sign in
        </Link>
      </p>
    </>
  )
}
