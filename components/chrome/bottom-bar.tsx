'use client'

import { Ellipsis, type LucideIcon, PenLine } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useState } from 'react'
import { lastViewLink } from '@/components/navigation/last-views'
import { isNavItemCurrent, type NavItem, navItems } from '@/components/navigation/nav-items'
import { useMay } from '@/components/projects/role'
import { classes } from '@/components/ui/classes'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { useIdlePreload } from '@/components/ui/lazy/retry-import'
import { NavBadge } from './nav-badge'
import { type NavCount, useNavCounts } from './use-nav-counts'

const loadDrawer = () => import('./more-drawer').then((it) => it.MoreDrawer)
const MoreDrawer = lazyComponent(loadDrawer)
const preloaded = [loadDrawer]

const slot = 'flex min-h-14 w-full flex-col items-center justify-center gap-1 text-xs'
const slotTone = (isCurrent: boolean): string => (isCurrent ? 'font-medium text-accent' : 'text-ink-soft')
/** Items in the bar besides “New” and “More”: five labels fit at 320 px. */
const barItems = 3
const compose: NavItem = { label: 'New story', short: 'New', href: (id) => `/${id}/compose`, Icon: PenLine }

/** The navigation of narrow screens: the first items with “New” in the middle, and the rest in a drawer. */
export function BottomBar({ projectId }: { projectId: string | null }) {
  const pathname = usePathname()
  const [isOpen, setIsOpen] = useState(false)
  const counts = useNavCounts(projectId)
  const mayWrite = useMay('stories:write')
  useIdlePreload(preloaded)
  // Without “New”, one more item fits.
  const shown = mayWrite ? barItems : barItems + 1
  const items = [...navItems.slice(0, 2), ...(mayWrite ? [compose] : []), ...navItems.slice(2, shown)]
  const more = navItems.slice(shown)
  const hidden = more.flatMap(({ label, counts: what }) => {
    const count = what && counts[what]
    return count ? [{ label, count }] : []
  })[0]
  const isAt = (item: NavItem): boolean => isNavItemCurrent(pathname, item, projectId)
  return (
    <nav
      aria-label="Main"
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface md:hidden"
    >
      <ul className="grid grid-cols-5 pb-[env(safe-area-inset-bottom)]">
        {items.map((item) => {
          const { label, short = label, Icon } = item
          const isCurrent = isAt(item)
          const count = item.counts && counts[item.counts]
          return (
            <li key={label} className="min-w-0">
              <Link
                {...lastViewLink(item.href(projectId ?? ''), pathname)}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(slot, slotTone(isCurrent))}
              >
                <BarIcon Icon={Icon} count={count} />
                <span aria-hidden>{short}</span>
                <span className="sr-only">{count ? `${label}, ${count.text}` : label}</span>
              </Link>
            </li>
          )
        })}
        <li className="min-w-0">
          <button
            type="button"
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(true)}
            className={classes(slot, slotTone(more.some(isAt)))}
          >
            <BarIcon Icon={Ellipsis} count={hidden?.count} />
            <span>More</span>
            {hidden && <span className="sr-only">{`, ${hidden.label}, ${hidden.count.text}`}</span>}
          </button>
        </li>
      </ul>
      {isOpen && <MoreDrawer items={more} counts={counts} projectId={projectId} onClose={() => setIsOpen(false)} />}
    </nav>
  )
}

const BarIcon = ({ Icon, count }: { Icon: LucideIcon; count?: NavCount | undefined }) => (
  <span aria-hidden className="relative">
    <Icon size={20} />
    {count && <NavBadge count={count} isOnIcon />}
  </span>
)
