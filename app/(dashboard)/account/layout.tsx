import type { ReactNode } from 'react'
import { SettingsFrame } from '@/components/navigation/settings-frame'
import { ZoneProvider } from '@/components/time/zone'
import { currentProject, readerLocale, sessionContext } from '../context'

export default async function AccountLayout({ children }: { children: ReactNode }) {
  // Each page redirects to sign-in itself, because only the page knows its URL.
  if (!(await sessionContext())) return children
  const [project, locale] = await Promise.all([currentProject(), readerLocale()])
  return (
    <ZoneProvider zone={{ timeZone: project?.timezone ?? 'UTC', locale }}>
      <SettingsFrame projectId={project?.id ?? null}>{children}</SettingsFrame>
    </ZoneProvider>
  )
}
