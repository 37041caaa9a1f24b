import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Tone } from './badge'
import { classes } from './classes'

const tones: Record<Exclude<Tone, 'quiet'>, { look: string; Icon: LucideIcon }> = {
  good: { look: 'bg-good-wash text-good', Icon: CircleCheck },
  info: { look: 'bg-info-wash text-info', Icon: Info },
  warn: { look: 'bg-warn-wash text-warn', Icon: TriangleAlert },
  bad: { look: 'bg-bad-wash text-bad', Icon: CircleAlert },
}

/** A highlighted message with an optional action. */
export function Notice({
  tone,
  title,
  children,
  action,
  role,
}: {
  tone: Exclude<Tone, 'quiet'>
  title?: ReactNode
  children?: ReactNode
  action?: ReactNode
  /** `alert` for the result of a user action, `status` for anything less urgent. */
  role?: 'alert' | 'status'
}) {
  const { look, Icon } = tones[tone]
  return (
    <div
      role={role}
      className={classes(
        'flex flex-wrap gap-x-3 gap-y-2 rounded-xl px-4 py-3',
        children ? 'items-start' : 'items-center',
        look,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-48 items-start gap-3 max-sm:basis-full">
        <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
        <div className="min-w-0 flex-1 wrap-anywhere">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div className="text-ink">{children}</div>}
        </div>
      </div>
      {/* Below the text on a phone, aligned with it. */}
      {action && <div className="max-sm:pl-7.5">{action}</div>}
    </div>
  )
}
