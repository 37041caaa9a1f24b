import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes'

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'quiet'

const looks: Record<Tone, string> = {
  good: 'bg-good-wash text-good',
  info: 'bg-info-wash text-info',
  warn: 'bg-warn-wash text-warn',
  bad: 'bg-bad-wash text-bad',
  quiet: 'bg-quiet-wash text-quiet',
}

/** A status with icon, color and text. */
export function Badge({
  tone,
  Icon,
  children,
  title,
}: {
  tone: Tone
  Icon: LucideIcon
  children: ReactNode
  title?: string
}) {
  return (
    <span
      title={title}
      className={classes(
        'inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-sm font-medium whitespace-nowrap',
        looks[tone],
      )}
    >
      <Icon aria-hidden size={14} className="shrink-0" />
      {children}
    </span>
  )
}
