'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { lastViewLink } from '@/components/navigation/last-views'
import { isNavItemCurrent, type NavItem, navGroups } from '@/components/navigation/nav-items'
import { classes } from '@/components/ui/classes'
import { Drawer } from '@/components/ui/overlays/drawer'
import { NavBadge } from './nav-badge'
import type { NavCounts } from './use-nav-counts'

type Props = { items: readonly NavItem[]; counts: NavCounts; projectId: string | null; onClose: () => void }

/** The navigation items that have no room in the bar, in their groups. */
export function MoreDrawer({ items, counts, projectId, onClose }: Props) {
  const pathname = usePathname()
  const groups = navGroups
    .map(({ label, items: all }) => ({ label, items: all.filter((item) => items.includes(item)) }))
    .filter((group) => group.items.length > 0)
  return (
    <Drawer title="More" isOpen onClose={onClose}>
      <nav aria-label="More" className="flex flex-col gap-3">
        {groups.map((group) => (
          <div key={group.label}>
            <p className="px-2 pb-1 text-xs font-medium text-ink-soft">{group.label}</p>
            <ul aria-label={group.label}>
              {group.items.map((item) => {
                const count = item.counts && counts[item.counts]
                const isCurrent = isNavItemCurrent(pathname, item, projectId)
                return (
                  <li key={item.label}>
                    <Link
                      {...lastViewLink(item.href(projectId ?? ''), pathname)}
                      onClick={onClose}
                      aria-current={isCurrent ? 'page' : undefined}
                      className={classes(
                        'flex min-h-11 items-center gap-3 rounded-lg px-2',
                        isCurrent ? 'bg-quiet-wash font-medium' : 'hover:bg-hover',
                      )}
                    >
                      <item.Icon aria-hidden size={16} className={isCurrent ? 'text-accent' : 'text-ink-soft'} />
                      <span aria-hidden={count ? true : undefined}>{item.label}</span>
                      {count && <span className="sr-only">{`${item.label}, ${count.text}`}</span>}
                      {count && <NavBadge count={count} />}
                    </Link>
                  </li>
                )
              })}
            </ul>
          </div>
        ))}
      </nav>
    </Drawer>
  )
}
