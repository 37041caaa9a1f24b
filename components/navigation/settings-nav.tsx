'use client'

import Link from 'next/link'
import { usePathname, useRouter } from 'next/navigation'
import { classes } from '@/components/ui/classes'
import { Select } from '@/components/ui/select'
import { leaveFor } from './leave-guard'
import type { SettingsGroup } from './settings-pages'

/** A list of links next to the settings; on narrow screens a select above them. */
export function SettingsNav({ groups }: { groups: readonly SettingsGroup[] }) {
  const pathname = usePathname()
  const router = useRouter()
  return (
    <nav aria-label="Settings" className="min-w-0 lg:sticky lg:top-4 lg:self-start">
      <div className="lg:hidden">
        <Select
          aria-label="Section"
          value={pathname}
          onChange={(href) => leaveFor(() => router.push(href))}
          options={groups.flatMap(({ label, sections }) =>
            sections.map((section) => ({ value: section.href, label: section.label, hint: label })),
          )}
        />
      </div>
      <div className="flex flex-col gap-5 max-lg:hidden">
        {groups.map(({ label, sections }) => (
          <div key={label}>
            <p className="px-2 pb-1 text-xs font-medium text-ink-soft">{label}</p>
            <ul aria-label={label} className="flex flex-col gap-px">
              {sections.map((section) => (
                <li key={section.href}>
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
    aria-current={isCurrent ? 'page' : undefined}
    className={classes(
      'flex control-height items-center rounded-lg px-2',
      isCurrent ? 'bg-quiet-wash font-medium text-ink' : 'text-ink-soft hover:bg-hover hover:text-ink',
    )}
  >
    {label}
  </Link>
)
