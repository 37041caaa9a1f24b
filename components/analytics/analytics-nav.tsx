'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useSearchParams } from '@/components/navigation/page-url'
import { classes } from '@/components/ui/classes'
import { filterOfUrl, writeAnalyticsFilter } from './analytics-filter'

const pages = [
  { path: '', label: 'Overview' },
  { path: '/top-posts', label: 'Top posts' },
  { path: '/recommendations', label: 'Recommendations' },
]

/** The pages of Analytics. The period and the other shared choices stay. */
export function AnalyticsNav({ projectId }: { projectId: string }) {
  const pathname = usePathname()
  const shared = writeAnalyticsFilter(filterOfUrl(useSearchParams()))
  return (
    <nav aria-label="Analytics" className="-ml-2 flex items-center sm:gap-1">
      {pages.map(({ path, label }) => {
        const href = `/${projectId}/analytics${path}`
        const isCurrent = pathname === href
        return (
          <Link
            key={path}
            href={`${href}${shared}`}
            aria-current={isCurrent ? 'page' : undefined}
            className={classes(
              'flex h-7 items-center rounded-lg px-2 text-sm sm:px-2.5 whitespace-nowrap pointer-coarse:h-9',
              isCurrent ? 'bg-quiet-wash font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
            )}
          >
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
