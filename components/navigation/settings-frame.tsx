import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { type SettingsGroup, SettingsNav } from './settings-nav'

type Props = {
  /** Null for users without a project. */
  projectId: string | null
  children: ReactNode
}

/** Settings of the project and of the account, with their own sidebar. */
export function SettingsFrame({ projectId, children }: Props) {
  return (
    <>
      <PageHeader title="Settings" />
      <div className="grid gap-x-10 gap-y-5 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SettingsNav groups={groupsOf(projectId)} />
        <div className="flex max-w-3xl min-w-0 flex-col gap-6">{children}</div>
      </div>
    </>
  )
}

function groupsOf(projectId: string | null): SettingsGroup[] {
  const settings = `/${projectId}/settings`
  const project = {
    label: 'Project',
    sections: [
      { label: 'General', href: settings },
      { label: 'Members', href: `${settings}/members` },
      { label: 'Approval', href: `${settings}/approval` },
      { label: 'Brand voice', href: `${settings}/voice` },
      { label: 'Tracking', href: `${settings}/tracking` },
      { label: 'AI', href: `${settings}/ai` },
    ],
  }
  const account = {
    label: 'Your account',
    sections: [
      { label: 'Profile', href: '/account' },
      { label: 'Security', href: '/account/security' },
      { label: 'Notifications', href: '/account/notifications' },
      { label: 'Connected apps', href: '/account/apps' },
      ...(projectId ? [{ label: 'Dates', href: `${settings}/dates` }] : []),
    ],
  }
  return projectId ? [project, account] : [account]
}
