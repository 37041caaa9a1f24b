import { CalendarClock, ChartNoAxesColumn, KeyRound, type LucideIcon, Newspaper, Plug, Settings } from 'lucide-react'

/** `short` is what fits under a thumb; it is a part of the label, so that both can be spoken. */
export type NavItem = { label: string; short?: string; href: (projectId: string) => string; Icon: LucideIcon }

/** The screens, in the order of a day's work. */
export const navItems: NavItem[] = [
  { label: 'Stories', href: (id) => `/${id}/stories`, Icon: Newspaper },
  { label: 'Queue', href: (id) => `/${id}/queue`, Icon: CalendarClock },
  { label: 'Analytics', href: (id) => `/${id}/analytics`, Icon: ChartNoAxesColumn },
  { label: 'Connections', short: 'Connect', href: (id) => `/${id}/connections`, Icon: Plug },
  { label: 'Settings', href: (id) => `/${id}/settings`, Icon: Settings },
  { label: 'Developer', short: 'Dev', href: () => '/developer', Icon: KeyRound },
]
