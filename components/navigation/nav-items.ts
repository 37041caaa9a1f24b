import {
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  History,
  Images,
  Inbox,
  KeyRound,
  Layers,
  LayoutTemplate,
  type LucideIcon,
  Newspaper,
  Plug,
  Quote,
  Repeat,
  Rss,
  Settings,
  Sparkles,
  Webhook,
  Workflow,
} from 'lucide-react'

/** `short` is for the bottom bar. It is part of the label, so that voice control understands both. */
export type NavItem = {
  label: string
  short?: string
  href: (projectId: string) => string
  Icon: LucideIcon
  /** Another path prefix that belongs to this item. */
  also?: string
  /** What the number next to it counts. */
  counts?: 'approvals' | 'failures' | 'unread'
}

/** The main navigation, in order. */
export const navGroups: { label: string; items: NavItem[] }[] = [
  {
    label: 'Plan',
    items: [
      { label: 'Calendar', href: (id) => `/${id}/calendar`, Icon: CalendarDays },
      { label: 'Queue', href: (id) => `/${id}/queue`, Icon: CalendarClock, counts: 'approvals' },
      { label: 'Stories', href: (id) => `/${id}/stories`, Icon: Newspaper, counts: 'failures' },
      { label: 'Inbox', href: (id) => `/${id}/inbox`, Icon: Inbox, counts: 'unread' },
      { label: 'Activity', href: (id) => `/${id}/activity`, Icon: History },
    ],
  },
  {
    label: 'Library',
    items: [
      { label: 'Media', href: (id) => `/${id}/media`, Icon: Images },
      { label: 'Templates', href: (id) => `/${id}/templates`, Icon: LayoutTemplate },
      { label: 'Captions', href: (id) => `/${id}/captions`, Icon: Quote },
    ],
  },
  {
    label: 'Measure',
    items: [
      { label: 'Analytics', href: (id) => `/${id}/analytics`, Icon: ChartNoAxesColumn },
      { label: 'Moments', href: (id) => `/${id}/moments`, Icon: Sparkles },
      { label: 'Pillars', href: (id) => `/${id}/pillars`, Icon: Layers },
    ],
  },
  {
    label: 'Automate',
    items: [
      { label: 'Recurring', href: (id) => `/${id}/recurring`, Icon: Repeat },
      { label: 'Automations', href: (id) => `/${id}/automations`, Icon: Workflow },
      { label: 'Connectors', href: (id) => `/${id}/connectors`, Icon: Rss },
    ],
  },
  {
    label: 'Set up',
    items: [
      { label: 'Connections', href: (id) => `/${id}/connections`, Icon: Plug, also: '/connect' },
      { label: 'Webhooks', href: (id) => `/${id}/webhooks`, Icon: Webhook },
      { label: 'Developer', href: () => '/developer', Icon: KeyRound },
      { label: 'Settings', href: (id) => `/${id}/settings`, Icon: Settings, also: '/account' },
    ],
  },
]

export const navItems: NavItem[] = navGroups.flatMap(({ items }) => items)

const isUnder = (pathname: string, address: string): boolean =>
  pathname === address || pathname.startsWith(`${address}/`)

/** Whether the page belongs to this item. */
export const isNavItemCurrent = (pathname: string, { href, also }: NavItem, projectId: string | null): boolean =>
  isUnder(pathname, href(projectId ?? '')) || (also !== undefined && isUnder(pathname, also))

/** Screens whose filters and scroll position are kept when the user switches screens. */
export const viewPaths = (projectId: string | null): string[] =>
  [
    'calendar',
    'queue',
    'stories',
    'inbox',
    'activity',
    'media',
    'templates',
    'captions',
    'analytics',
    'analytics/top-posts',
    'moments',
    'pillars',
  ].map((path) => `/${projectId}/${path}`)
