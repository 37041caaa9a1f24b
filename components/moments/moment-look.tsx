import {
  Bookmark,
  Flag,
  Flame,
  type LucideIcon,
  MousePointerClick,
  Signal,
  SignalHigh,
  SignalLow,
  SignalMedium,
  TrendingDown,
  TrendingUp,
  Trophy,
} from 'lucide-react'
import type { MomentKind, MomentStatus, Severity } from '@/lib/moments/kinds'

export const kindLooks: Record<MomentKind, { label: string; Icon: LucideIcon }> = {
  engagement_spike: { label: 'Engagement spike', Icon: TrendingUp },
  reach_record: { label: 'Reach record', Icon: Trophy },
  save_surge: { label: 'Save surge', Icon: Bookmark },
  click_surge: { label: 'Click surge', Icon: MousePointerClick },
  milestone: { label: 'Milestone', Icon: Flag },
  slump: { label: 'Slump', Icon: TrendingDown },
  streak: { label: 'Streak', Icon: Flame },
}

export const severityLabels: Record<Severity, string> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  exceptional: 'Exceptional',
}

const severityIcons: Record<Severity, LucideIcon> = {
  low: SignalLow,
  medium: SignalMedium,
  high: SignalHigh,
  exceptional: Signal,
}

/** One to four bars. The others are pale: alone, the bar of a low severity looks like a speck. */
export function SeverityIcon({ severity }: { severity: Severity }) {
  const Icon = severityIcons[severity]
  return (
    <span aria-hidden className="relative inline-flex size-4 shrink-0">
      <Signal size={16} className="absolute opacity-25" />
      <Icon size={16} className="absolute" />
    </span>
  )
}

export const statusLabels: Record<MomentStatus, string> = {
  new: 'New',
  acted_on: 'Acted on',
  dismissed: 'Dismissed',
}
