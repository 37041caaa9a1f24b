'use client'

import { LogOut, UserRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { Viewer } from '@/components/chrome/viewer'
import { later, SoonHere } from '@/components/ui/later'
import { Menu } from '@/components/ui/menu'
import { Avatar } from './avatar'

// Shown when the menu is opened.
const ThemeChoice = later(() => import('@/components/theme/theme-choice').then((it) => it.ThemeChoice), SoonHere)

export function UserMenu({ viewer, isWide = false }: { viewer: Viewer; isWide?: boolean }) {
  const router = useRouter()
  const face = (
    <>
      <Avatar name={viewer.name} photoUrl={viewer.photoUrl} className="size-8" />
      {isWide && <span className="min-w-0 truncate">{viewer.name}</span>}
    </>
  )
  return (
    <Menu
      label={`Account of ${viewer.name}`}
      align={isWide ? 'start' : 'end'}
      opensUp={isWide}
      triggerClassName={`flex min-h-10 w-full items-center gap-2.5 rounded-lg text-left hover:bg-quiet-wash ${isWide ? 'px-2' : 'px-1'}`}
      trigger={face}
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
          icon: <UserRound aria-hidden size={17} />,
          onSelect: () => router.push('/account'),
        },
        {
          label: 'Sign out',
          icon: <LogOut aria-hidden size={17} />,
          onSelect: () => router.push('/sign-out'),
        },
      ]}
    />
  )
}
