import {
  CalendarClock,
  CalendarDays,
  ChartNoAxesColumn,
  Images,
  KeyRound,
  type LucideIcon,
  Newspaper,
  Plug,
  Settings,
  Webhook,
} from 'lucide-react'

/** `short` is what fits under a thumb; it is a part of the label, so that both can be spoken. */
export type NavItem = {
  label: string
  short?: string
  href: (projectId: string) => string
  Icon: LucideIcon
  /** Where addresses begin that belong to it and do not lie under its own. */
  also?: string
}

/** The screens, in the order of a day's work. */
export const navItems: NavItem[] = [
  { label: 'Calendar', href: (id) => `/${id}/calendar`, Icon: CalendarDays },
  { label: 'Stories', href: (id) => `/${id}/stories`, Icon: Newspaper },
  { label: 'Queue', href: (id) => `/${id}/queue`, Icon: CalendarClock },
  { label: 'Media', href: (id) => `/${id}/media`, Icon: Images },
  { label: 'Analytics', href: (id) => `/${id}/analytics`, Icon: ChartNoAxesColumn },
  { label: 'Connections', href: (id) => `/${id}/connections`, Icon: Plug, also: '/connect' },
  { label: 'Webhooks', href: (id) => `/${id}/webhooks`, Icon: Webhook },
  { label: 'Settings', href: (id) => `/${id}/settings`, Icon: Settings },
  { label: 'Developer', href: () => '/developer', Icon: KeyRound },
]
