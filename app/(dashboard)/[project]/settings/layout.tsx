import type { ReactNode } from 'react'
import { SettingsNav } from '@/components/projects/settings-nav'
import { PageHeader } from '@/components/ui/page-header'

type Props = { children: ReactNode; params: Promise<{ project: string }> }

export default async function SettingsLayout({ children, params }: Props) {
  return (
    <>
      <PageHeader title="Settings" />
      <SettingsNav projectId={(await params).project} />
      {children}
    </>
  )
}
