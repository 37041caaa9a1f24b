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

export const severityLooks: Record<Severity, { label: string; Icon: LucideIcon }> = {
  low: { label: 'Low', Icon: SignalLow },
  medium: { label: 'Medium', Icon: SignalMedium },
  high: { label: 'High', Icon: SignalHigh },
  exceptional: { label: 'Exceptional', Icon: Signal },
}

export const statusLabels: Record<MomentStatus, string> = {
  new: 'New',
  acted_on: 'Acted on',
  dismissed: 'Dismissed',
}
