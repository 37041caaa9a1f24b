'use client'

import { PenLine } from 'lucide-react'
import Link from 'next/link'
import { useParams, usePathname } from 'next/navigation'
import { type ReactNode, useEffect } from 'react'
import { UserMenu } from '@/components/account/user-menu'
import { ProjectSwitcher } from '@/components/projects/project-switcher'
import { rememberProject } from '@/components/projects/remembered'
import { ButtonLink } from '@/components/ui/button'
import { classes } from '@/components/ui/classes'
import { Logo } from './logo'
import { type NavItem, navItems } from './nav-items'
import type { Viewer } from './viewer'
import { WorkerBanner } from './worker-banner'

type Props = {
  projects: { id: string; name: string }[]
  /** For screens whose address names no project. */
  fallbackProjectId: string | null
  viewer: Viewer
  worker: { isSilent: boolean; silentSeconds: number | null }
  children: ReactNode
}

/** What stands around every screen: at the side where there is room, above and below where there is not. */
export function DashboardChrome({ projects, fallbackProjectId, viewer, worker, children }: Props) {
  const { project } = useParams<{ project?: string }>()
  // An address may name a project that is not there.
  const isOwn = projects.some(({ id }) => id === project)
  const projectId = project && isOwn ? project : fallbackProjectId
  useEffect(() => {
    if (project && isOwn) rememberProject(project)
  }, [project, isOwn])
  const switcher = <ProjectSwitcher projects={projects} currentId={projectId} />
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 rounded-lg bg-raised px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <header className="sticky top-0 z-20 flex items-center gap-2 border-b border-line bg-surface px-3 py-2 md:hidden">
        <Logo size={26} />
        <div className="min-w-0 flex-1">{switcher}</div>
        <UserMenu viewer={viewer} />
      </header>
      <aside className="sticky top-0 hidden h-dvh flex-col gap-4 border-r border-line bg-surface p-3 md:flex">
        <Link href="/" className="flex items-center gap-2.5 px-2 pt-1 text-lg font-semibold tracking-tight">
          <Logo />
          Storycast
        </Link>
        {switcher}
        {projectId && (
          <ButtonLink tone="primary" href={`/${projectId}/compose`} icon={<PenLine aria-hidden size={16} />}>
            New story
          </ButtonLink>
        )}
        <NavList projectId={projectId} />
        <div className="mt-auto">
          <UserMenu viewer={viewer} isWide />
        </div>
      </aside>
      <main id="main" tabIndex={-1} className="mx-auto w-full max-w-6xl px-4 pt-5 pb-28 outline-none md:px-8 md:pb-16">
        <WorkerBanner initial={worker} />
        {children}
      </main>
      <NavBar projectId={projectId} />
    </div>
  )
}

const isUnder = (pathname: string, href: string): boolean => pathname === href || pathname.startsWith(`${href}/`)

function NavList({ projectId }: { projectId: string | null }) {
  const pathname = usePathname()
  return (
    <nav aria-label="Main">
      <ul className="flex flex-col gap-0.5">
        {navItems.map(({ label, href, Icon }) => {
          const address = href(projectId ?? '')
          const isCurrent = isUnder(pathname, address)
          return (
            <li key={label}>
              <Link
                href={address}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(
                  'flex min-h-10 items-center gap-3 rounded-lg px-3',
                  isCurrent
                    ? 'bg-accent-wash font-medium text-accent'
                    : 'text-ink-soft hover:bg-quiet-wash hover:text-ink',
                )}
              >
                <Icon aria-hidden size={18} />
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** At the thumb: every screen, with composing in the middle of them. */
function NavBar({ projectId }: { projectId: string | null }) {
  const pathname = usePathname()
  const compose: NavItem = { label: 'New story', short: 'New', href: (id: string) => `/${id}/compose`, Icon: PenLine }
  const items = [...navItems.slice(0, 2), compose, ...navItems.slice(2)]
  return (
    <nav aria-label="Main" className="fixed inset-x-0 bottom-0 z-20 border-t border-line bg-surface md:hidden">
      <ul className="grid grid-cols-7 pb-[env(safe-area-inset-bottom)]">
        {items.map(({ label, short = label, href, Icon }) => {
          const address = href(projectId ?? '')
          const isCurrent = isUnder(pathname, address)
          return (
            <li key={label} className="min-w-0">
              <Link
                href={address}
                aria-current={isCurrent ? 'page' : undefined}
                className={classes(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 text-[0.6875rem]',
                  isCurrent ? 'font-medium text-accent' : 'text-ink-soft',
                )}
              >
                <Icon aria-hidden size={20} />
                <span aria-hidden className="max-w-full truncate px-0.5">
                  {short}
                </span>
                <span className="sr-only">{label}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
