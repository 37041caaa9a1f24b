'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classes } from '@/components/ui/classes'

const pages = [
  { href: '/developer', label: 'Tokens' },
  { href: '/developer/apps', label: 'OAuth apps' },
]

/** The pages of Developer. */
export function DeveloperNav() {
  const pathname = usePathname()
  return (
    <nav aria-label="Developer" className="-ml-2 flex items-center sm:gap-1">
      {pages.map(({ href, label }) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? 'page' : undefined}
          className={classes(
            'flex h-7 items-center rounded-lg px-2 text-sm sm:px-2.5 whitespace-nowrap pointer-coarse:h-9',
            pathname === href ? 'bg-quiet-wash font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
