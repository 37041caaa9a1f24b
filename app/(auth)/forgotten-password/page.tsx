import type { Metadata } from 'next'
import Link from 'next/link'
import { ForgottenPasswordForm } from '@/components/account/auth/forgotten-password-form'
import { Notice } from '@/components/ui/notice'
import { isMailConfigured } from '@/lib/mail/configured'

export const metadata: Metadata = { title: 'Reset your password' }

type Props = { searchParams: Promise<{ email?: string | string[] }> }

export default async function ForgottenPasswordPage({ searchParams }: Props) {
  const { email } = await searchParams
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Reset your password</h1>
      {isMailConfigured() ? (
        <ForgottenPasswordForm initialEmail={typeof email === 'string' ? email : ''} />
      ) : (
        <Notice tone="warn" title="Email is not set up">
          <p>Ask your administrator for a link to set a new password.</p>
        </Notice>
      )}
      <Link href="/sign-in" className="self-start font-medium text-accent underline">
        Back to sign in
      </Link>
    </>
  )
}
