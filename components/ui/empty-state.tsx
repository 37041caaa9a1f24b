import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** An empty list: why it is empty, and one action. */
export function EmptyState({
  Icon,
  title,
  children,
  action,
}: {
  Icon: LucideIcon
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="panel flex flex-col items-center gap-3 px-5 py-14 text-center">
      <Icon aria-hidden size={32} className="text-ink-soft" strokeWidth={1.5} />
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-prose text-ink-soft">{children}</p>
      {action && <div className="pt-2">{action}</div>}
    </div>
  )
}
