import type { LucideIcon } from 'lucide-react'
import { classes } from '@/components/ui/classes'

export type Action = { Icon: LucideIcon; label?: string; count?: number | undefined }

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** The network's buttons. Decorative: the results below have the numbers. */
export function ActionRow({ actions, size = 20, className }: { actions: Action[]; size?: number; className: string }) {
  return (
    <div aria-hidden className={classes('flex items-center', className)}>
      {actions.map(({ Icon, label, count }) => (
        <span key={Icon.displayName ?? label} className="inline-flex items-center gap-1.5">
          <Icon size={size} strokeWidth={1.75} />
          {label}
          {count !== undefined && count > 0 && <span className="tabular-nums">{compact.format(count)}</span>}
        </span>
      ))}
    </div>
  )
}
