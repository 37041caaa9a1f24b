'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { classes } from '@/components/ui/classes'

const sections = [
  { label: 'Project', path: '' },
  { label: 'Members', path: '/members' },
  { label: 'Approval', path: '/approval' },
  { label: 'Tracking', path: '/tracking' },
  { label: 'Dates', path: '/dates' },
]

/** Links and not tabs: each section has its own address, title and way back. */
export function SettingsNav({ projectId }: { projectId: string }) {
  const pathname = usePathname()
  const list = useRef<HTMLUListElement>(null)
  // On a narrow screen the current one may stand beyond the edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the address that moves it.
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (current && list.current) list.current.scrollLeft = current.offsetLeft - 24
  }, [pathname])
  return (
    <nav aria-label="Settings" className="mb-6 border-b border-line">
      <ul ref={list} className="relative -mx-1 -mb-px flex gap-x-1 overflow-x-auto px-1 pt-1">
        {sections.map(({ label, path }) => {
          const address = `/${projectId}/settings${path}`
          const isCurrent = pathname === address
          return (
            <li key={label}>
              <Link
                href={address}
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
