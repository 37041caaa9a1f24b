'use client'

import { ChevronDown } from 'lucide-react'
import Link from 'next/link'
import { usePathname } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { SearchField } from '@/components/ui/data/search-field'
import { findLinks, type NavGroup } from './find-links'
import { MethodBadge } from './method-badge'
import { useCurrentEntry } from './use-current-entry'

/** Contents with a search: a column beside the page, or a panel above it on narrow screens. */
export function ReferenceLinks({ groups }: { groups: readonly NavGroup[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [text, setText] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const current = useCurrentEntry(usePathname())
  useEffect(() => showCurrent(list.current, current), [current])
  const found = findLinks(groups, text)
  return (
    <nav aria-label="Contents" className="max-lg:panel max-lg:mt-4 lg:sticky lg:top-16">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between px-3 font-medium lg:hidden"
      >
        Contents
        <ChevronDown aria-hidden size={16} className={classes('transition-transform', isOpen && 'rotate-180')} />
      </button>
      <div className={classes('lg:block', isOpen ? 'border-t border-line max-lg:p-3' : 'max-lg:hidden')}>
        <div className="lg:pt-6 lg:pr-4 [&>span]:w-full">
          <SearchField label="Search the API" value={text} onChange={setText} />
        </div>
        <div
          ref={list}
          className="relative max-h-[60dvh] overflow-y-auto pt-4 lg:max-h-[calc(100dvh-7.75rem)] lg:pr-4 lg:pb-6"
        >
          {found.length === 0 && <p className="px-2 text-sm text-ink-soft">Nothing found.</p>}
          <ul className="flex flex-col gap-4">
            {found.map(({ label, href, links }) => (
              <li key={label}>
                {label && href && (
                  <Link
                    prefetch={false}
                    href={href}
                    onClick={() => setIsOpen(false)}
                    aria-current={href === current ? 'location' : undefined}
                    className={classes(
                      'mb-1 flex items-center px-2 text-sm font-semibold hover:underline max-lg:min-h-11',
                      href === current && 'text-accent',
                    )}
                  >
                    {label}
                  </Link>
                )}
                <ul>
                  {links.map((link) => (
                    <li key={link.href}>
                      <Link
                        prefetch={false}
                        href={link.href}
                        aria-current={link.href === current ? 'location' : undefined}
                        onClick={() => setIsOpen(false)}
                        className={classes(
                          'flex items-center gap-2 rounded-md px-2 py-1 text-sm max-lg:min-h-11',
                          link.isCode && 'font-mono',
                          link.href === current
                            ? 'bg-accent-wash font-medium text-accent'
                            : 'text-ink-soft hover:bg-quiet-wash hover:text-ink',
                        )}
                      >
                        {link.method && <MethodBadge name={link.method} />}
                        {link.label}
                      </Link>
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </nav>
  )
}

/** Scrolls the list, not the page. */
function showCurrent(list: HTMLElement | null, href: string): void {
  const link = list?.querySelector<HTMLElement>(`[href="${CSS.escape(href)}"]`)
  if (!list || !link) return
  const [box, own] = [list.getBoundingClientRect(), link.getBoundingClientRect()]
  if (own.top >= box.top && own.bottom <= box.bottom) return
  list.scrollTop += own.top - box.top - (box.height - own.height) / 2
}
