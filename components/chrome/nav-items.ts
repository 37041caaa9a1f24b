import { CalendarClock, KeyRound, type LucideIcon, Newspaper, Plug, Settings } from 'lucide-react'

export type NavItem = { label: string; href: (projectId: string) => string; Icon: LucideIcon }

/** The screens, in the order of a day's work. */
export const navItems: NavItem[] = [
  { label: 'Stories', href: (id) => `/${id}/stories`, Icon: Newspaper },
  { label: 'Queue', href: (id) => `/${id}/queue`, Icon: CalendarClock },
  { label: 'Connections', href: (id) => `/${id}/connections`, Icon: Plug },
  { label: 'Settings', href: (id) => `/${id}/settings`, Icon: Settings },
  { label: 'Developer', href: () => '/developer', Icon: KeyRound },
]
