import type { Metadata } from 'next'
import { SignOutForm } from '@/components/account/auth/sign-out-form'
import { ownPath } from '@/lib/return-address'

export const metadata: Metadata = { title: 'Sign out' }

type Props = { searchParams: Promise<{ next?: string | string[] }> }

export default async function SignOutPage({ searchParams }: Props) {
  const next = ownPath((await searchParams).next) ?? '/'
  return (
    <>
      <h1 className="text-2xl font-semibold tracking-tight">Sign out?</h1>
      <p className="text-ink-soft">Scheduled posts are still published.</p>
      <SignOutForm next={next} />
    </>
  )
}
