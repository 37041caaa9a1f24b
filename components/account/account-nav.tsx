'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classes } from '@/components/ui/classes'

const sections = [
  { label: 'Profile', path: '/account' },
  { label: 'Security', path: '/account/security' },
  { label: 'Notifications', path: '/account/notifications' },
]

/** Links and not tabs: each section has its own address and title. */
export function AccountNav() {
  const pathname = usePathname()
  return (
    <nav aria-label="Account" className="mb-6 border-b border-line">
      <ul className="-mx-1 -mb-px flex gap-x-1 overflow-x-auto px-1 pt-1">
        {sections.map(({ label, path }) => {
          const isCurrent = pathname === path
          return (
            <li key={path}>
              <Link
                href={path}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(
                  'flex min-h-10 items-center rounded-t-lg border-b-2 px-3 -outline-offset-2',
                  isCurrent ? 'border-accent font-medium text-ink' : 'border-transparent text-ink-soft hover:text-ink',
                )}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
