import type { ReactNode } from 'react'

/** A screen's heading with its main action. */
export function PageHeader({
  title,
  children,
  action,
}: {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
}) {
  return (
    <header className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
        {children && <p className="mt-0.5 text-ink-soft">{children}</p>}
      </div>
      {action}
    </header>
  )
}
