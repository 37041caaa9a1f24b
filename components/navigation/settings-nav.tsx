'use client'

import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { classes } from '@/components/ui/classes'
import type { SettingsGroup } from './settings-pages'

/** A list of links next to the settings; on narrow screens a row of tabs above them. */
export function SettingsNav({ groups }: { groups: readonly SettingsGroup[] }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Settings" className="min-w-0 lg:sticky lg:top-4 lg:self-start">
      <div
        data-row
        className="relative flex max-lg:-mx-1 max-lg:scroll-fade max-lg:overflow-x-auto max-lg:border-b max-lg:border-line max-lg:px-1 lg:flex-col lg:gap-5"
      >
        {groups.map(({ label, sections }, at) => (
          <div
            key={label}
            className={classes(
              'max-lg:flex max-lg:shrink-0',
              at > 0 && 'max-lg:ml-2 max-lg:border-l max-lg:border-line max-lg:pl-2',
            )}
          >
            <p className="px-2 pb-1 text-xs font-medium text-ink-soft max-lg:sr-only">{label}</p>
            <ul aria-label={label} className="flex gap-px lg:flex-col">
              {sections.map((section) => (
                <li key={section.href} className="shrink-0">
                  <SectionLink label={section.label} href={section.href} isCurrent={pathname === section.href} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}

const SectionLink = ({ label, href, isCurrent }: { label: string; href: string; isCurrent: boolean }) => (
  <Link
    href={href}
    ref={isCurrent ? showInRow : undefined}
    aria-current={isCurrent ? 'page' : undefined}
    className={classes(
      'flex items-center px-2.5 max-lg:min-h-11 max-lg:border-b-2 lg:control-height lg:rounded-lg lg:px-2',
      isCurrent
        ? 'font-medium text-ink max-lg:border-accent lg:bg-quiet-wash'
        : 'text-ink-soft hover:text-ink max-lg:border-transparent lg:hover:bg-hover',
    )}
  >
    {label}
  </Link>
)

/** A ref for the current tab. Scrolls the row, not the page, so that the tab is in its middle. */
function showInRow(tab: HTMLElement | null): void {
  const row = tab?.closest<HTMLElement>('[data-row]')
  if (row && tab) row.scrollLeft = tab.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2
}
