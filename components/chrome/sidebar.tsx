'use client'

import { PanelLeftClose, PanelLeftOpen } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { type CSSProperties, type ReactNode, useEffect, useRef } from 'react'
import { UserMenu } from '@/components/account/user-menu'
import type { Viewer } from '@/components/account/viewer'
import { lastViewLink } from '@/components/navigation/last-views'
import { isNavItemCurrent, type NavItem, navGroups, navItems } from '@/components/navigation/nav-items'
import { NotificationBell } from '@/components/notifications/notification-bell'
import { PaletteButton } from '@/components/palette/global-shortcuts'
import { IconButton } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Logo } from '@/components/ui/logo'
import { NavBadge } from './nav-badge'
import { NewStory } from './new-story'
import { type NavCount, useNavCounts } from './use-nav-counts'

type Props = {
  projectId: string | null
  viewer: Viewer
  switcher: ReactNode
  isCollapsed: boolean
  onCollapse: (isCollapsed: boolean) => void
}

/** The navigation of wide screens. Collapsed, it shows only icons. */
export function Sidebar({ projectId, viewer, switcher, isCollapsed, onCollapse }: Props) {
  const toggle = (
    <IconButton
      label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
      aria-expanded={!isCollapsed}
      onClick={() => onCollapse(!isCollapsed)}
    >
      {isCollapsed ? <PanelLeftOpen aria-hidden size={16} /> : <PanelLeftClose aria-hidden size={16} />}
    </IconButton>
  )
  return (
    <aside
      className={classes(
        'sticky top-0 hidden h-dvh flex-col gap-2 border-r border-line bg-canvas py-2 md:flex low:gap-1.5',
        isCollapsed
          ? 'items-center px-2 [--nav-rest:22.5rem] low:[--nav-rest:17.5rem]'
          : 'px-3 [--nav-rest:24rem] low:[--nav-rest:14.5rem]',
      )}
      style={{ '--nav-rows': navItems.length } as CSSProperties}
    >
      <div className={classes('flex items-center', isCollapsed ? 'flex-col gap-2 low:gap-1' : 'gap-1')}>
        <Link
          href="/"
          aria-label="Storycast"
          className={classes('flex min-w-0 flex-1 items-center gap-2 rounded-lg font-semibold', !isCollapsed && 'px-1')}
        >
          <Logo size={24} />
          {!isCollapsed && <span className="truncate text-lg tracking-tight">Storycast</span>}
        </Link>
        {projectId && <NotificationBell isWide isCollapsed={isCollapsed} projectId={projectId} />}
        {!isCollapsed && toggle}
      </div>
      {isCollapsed && toggle}
      {/* A low sidebar of icons has no room for it: the palette switches projects too. */}
      <div className={classes(isCollapsed && 'low:hidden')}>{switcher}</div>
      <div className={classes('flex flex-col gap-2', !isCollapsed && 'low:flex-row')}>
        {projectId && <NewStory projectId={projectId} isCollapsed={isCollapsed} />}
        <PaletteButton isWide={!isCollapsed} />
      </div>
      <NavList projectId={projectId} isCollapsed={isCollapsed} />
      <div className="mt-auto">
        <UserMenu viewer={viewer} isWide={!isCollapsed} opensUp />
      </div>
    </aside>
  )
}

function NavList({ projectId, isCollapsed }: { projectId: string | null; isCollapsed: boolean }) {
  const counts = useNavCounts(projectId)
  const nav = useRef<HTMLElement>(null)
  const pathname = usePathname()
  // On a low screen the list scrolls, and the current page may be below its end.
  useEffect(() => {
    if (pathname) nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname])
  return (
    <nav
      ref={nav}
      aria-label="Main"
      className="-m-1 flex min-h-0 scroll-hint flex-col gap-2 overflow-y-auto p-1 low:gap-1"
    >
      {navGroups.map(({ label, items }) => (
        <div
          key={label}
          className={classes(
            'border-line first:border-0',
            isCollapsed ? 'border-t pt-1 low:pt-0.5' : 'low:border-t low:pt-1',
          )}
        >
          {!isCollapsed && <p className="px-2 pb-1 text-xs font-medium text-ink-soft low:hidden">{label}</p>}
          <ul aria-label={label} className="flex flex-col gap-px">
            {items.map((item) => (
              <li key={item.label}>
                <NavLink
                  item={item}
                  count={item.counts && counts[item.counts]}
                  projectId={projectId}
                  isCollapsed={isCollapsed}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

type NavLinkProps = {
  item: NavItem
  count: NavCount | undefined
  projectId: string | null
  isCollapsed: boolean
}

function NavLink({ item, count, projectId, isCollapsed }: NavLinkProps) {
  const pathname = usePathname()
  const isCurrent = isNavItemCurrent(pathname, item, projectId)
  const { label, href, Icon } = item
  const name = count ? `${label}, ${count.text}` : label
  return (
    <Link
      {...lastViewLink(href(projectId ?? ''), pathname)}
      aria-current={isCurrent ? 'page' : undefined}
      title={isCollapsed ? name : count?.text}
      className={classes(
        'flex nav-row items-center gap-2.5 rounded-lg',
        isCollapsed ? 'w-9 justify-center' : 'px-2',
        isCurrent ? 'bg-quiet-wash font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
      )}
    >
      <span className="relative shrink-0">
        <Icon aria-hidden size={16} className={isCurrent ? 'text-accent' : undefined} />
        {count && isCollapsed && <NavBadge count={count} isOnIcon />}
      </span>
      {!isCollapsed && <span aria-hidden={count ? true : undefined}>{label}</span>}
      {(isCollapsed || count) && <span className="sr-only">{name}</span>}
      {count && !isCollapsed && <NavBadge count={count} />}
    </Link>
  )
}
