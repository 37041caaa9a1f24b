import type { ReactNode } from 'react'

type Props = { title: ReactNode; action?: ReactNode; children: ReactNode }

/** A group of rows in the panel of the queue, under its title. */
export const QueueSection = ({ title, action, children }: Props) => (
  <section className="group/section">
    <header className="flex min-h-9 items-center justify-between gap-3 border-b border-line bg-sunken px-3 group-first/section:rounded-t-xl">
      <h2 className="text-sm font-semibold">{title}</h2>
      {action}
    </header>
    <ul className="divide-y divide-line">{children}</ul>
  </section>
)
