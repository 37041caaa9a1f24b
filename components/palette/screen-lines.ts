import {
  Bell,
  Boxes,
  CircleUserRound,
  FileUp,
  Lightbulb,
  type LucideIcon,
  SlidersHorizontal,
  Trophy,
} from 'lucide-react'
import { navItems } from '@/components/navigation/nav-items'
import { settingsGroups } from '@/components/navigation/settings-pages'

/** A page that the palette finds. `words` are other names for it. */
export type ScreenLine = { label: string; href: string; Icon: LucideIcon; holds?: string; words?: string }

const navWords: Record<string, string> = {
  Calendar: 'schedule plan month week',
  Queue: 'scheduled upcoming slots approvals approve',
  Stories: 'posts drafts published failed',
  Inbox: 'comments messages replies reply',
  Activity: 'history log audit changes',
  Media: 'images photos videos files library upload',
  Captions: 'texts examples corpus',
  Analytics: 'results performance reports statistics metrics numbers',
  Moments: 'trends peaks',
  Pillars: 'content topics categories themes',
  Recurring: 'repeat repeating weekly series',
  Automations: 'rules workflows triggers',
  Connectors: 'rss feeds sources blog csv',
  Connections: 'accounts networks channels reconnect instagram facebook x twitter linkedin pinterest ghost threads',
  Webhooks: 'events endpoints',
  Developer: 'api tokens keys token key',
  Settings: 'preferences options',
}

/** The screens of the navigation. */
export const mainScreens = (projectId: string): ScreenLine[] =>
  navItems.map(({ label, href, Icon }) => ({ label, href: href(projectId), Icon, words: navWords[label] ?? '' }))

/** Screens below them, found by name only. */
export const furtherScreens = (projectId: string): ScreenLine[] => [
  {
    label: 'Top posts',
    href: `/${projectId}/analytics/top-posts`,
    Icon: Trophy,
    words: 'best popular analytics ranking',
  },
  {
    label: 'Recommendations',
    href: `/${projectId}/analytics/recommendations`,
    Icon: Lightbulb,
    words: 'best time times insights analytics',
  },
  {
    label: 'Notifications',
    href: `/${projectId}/notifications`,
    Icon: Bell,
    words: 'alerts notification bell',
  },
  {
    label: 'Import posts',
    href: `/${projectId}/stories/import`,
    Icon: FileUp,
    words: 'csv spreadsheet file upload bulk stories buffer hootsuite later publer',
  },
  { label: 'OAuth apps', href: '/developer/apps', Icon: Boxes, words: 'developer client integrations api' },
]

/** All pages of the settings. */
export const settingsScreens = (projectId: string | null): ScreenLine[] =>
  settingsGroups(projectId).flatMap(({ label: group, sections }) =>
    sections.map(({ label, href, holds, words = '' }) => ({
      label,
      href,
      holds,
      words: `${words} settings ${group}`,
      Icon: href.startsWith('/account') ? CircleUserRound : SlidersHorizontal,
    })),
  )
