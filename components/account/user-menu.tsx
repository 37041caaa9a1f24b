'use client'

import { LogOut, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { Viewer } from '@/components/account/viewer'
import { leaveFor } from '@/components/navigation/leave-guard'
import { InlineLoading, lazyComponent } from '@/components/ui/lazy/lazy-component'
import { Menu } from '@/components/ui/menu'
import { Avatar } from './avatar'

// Shown when the menu is opened.
const ThemeChoice = lazyComponent(
  () => import('@/components/theme/theme-choice').then((it) => it.ThemeChoice),
  InlineLoading,
)

type Props = { viewer: Viewer; isWide?: boolean; opensUp?: boolean }

export function UserMenu({ viewer, isWide = false, opensUp = false }: Props) {
  const router = useRouter()
  const trigger = (
    <>
      <Avatar name={viewer.name} photoUrl={viewer.photoUrl} className="size-7 text-xs" />
      {isWide && <span className="min-w-0 truncate">{viewer.name}</span>}
    </>
  )
  return (
    <Menu
      label={`Account of ${viewer.name}`}
      align={opensUp ? 'start' : 'end'}
      opensUp={opensUp}
      triggerClassName={`flex control-height w-full items-center gap-2 rounded-lg text-left hover:bg-hover ${isWide ? 'px-1.5 py-1' : 'px-1'}`}
      trigger={trigger}
      header={
        <div className="flex flex-col gap-3">
          <div className="min-w-0">
            <p className="truncate font-medium">{viewer.name}</p>
            <p className="truncate text-sm text-ink-soft">{viewer.email}</p>
          </div>
          <ThemeChoice />
        </div>
      }
      items={[
        {
          label: 'Account',
          icon: <UserRound aria-hidden size={16} />,
          onSelect: () => leaveFor(() => router.push('/account')),
        },
        {
          label: 'Sign out',
          icon: <LogOut aria-hidden size={16} />,
          onSelect: () => leaveFor(() => router.push('/sign-out')),
        },
      ]}
    />
  )
}
