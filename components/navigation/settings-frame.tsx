import type { ReactNode } from 'react'
import { PageHeader } from '@/components/ui/page-header'
import { SettingsNav } from './settings-nav'
import { settingsGroups } from './settings-pages'

type Props = {
  /** Null for users without a project. */
  projectId: string | null
  children: ReactNode
}

/** Settings of the project and of the account, with their own sidebar or tabs. */
export function SettingsFrame({ projectId, children }: Props) {
  return (
    <>
      {/* The tabs of narrow screens say the same. */}
      <div className="max-lg:sr-only">
        <PageHeader title="Settings" />
      </div>
      <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <SettingsNav groups={settingsGroups(projectId)} />
        <div className="flex max-w-3xl min-w-0 flex-col gap-6">{children}</div>
      </div>
    </>
  )
}
