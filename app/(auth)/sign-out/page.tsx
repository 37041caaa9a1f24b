import type { Metadata } from 'next'
import { SignOutForm } from '@/components/account/sign-out-form'

export const metadata: Metadata = { title: 'Sign out' }

export default function SignOutPage() {
  return (
    <>
      <h1 className="text-xl font-semibold">Sign out?</h1>
      <p className="text-ink-soft">What is scheduled goes out all the same.</p>
      <SignOutForm />
    </>
  )
}
