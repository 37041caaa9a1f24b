import type { ReactNode } from 'react'
import { AccountNav } from '@/components/account/account-nav'
import { ZoneProvider } from '@/components/time/zone'
import { PageHeader } from '@/components/ui/page-header'
import { currentProject, readerLocale, sessionContext } from '../context'

export default async function AccountLayout({ children }: { children: ReactNode }) {
  // Each page redirects to sign-in by itself: it knows its own address.
  if (!(await sessionContext())) return children
  const [project, locale] = await Promise.all([currentProject(), readerLocale()])
  return (
    <ZoneProvider zone={{ timeZone: project?.timezone ?? 'UTC', locale }}>
      <PageHeader title="Account" />
      <AccountNav />
      <div className="flex flex-col gap-6">{children}</div>
    </ZoneProvider>
  )
}
