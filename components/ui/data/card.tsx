import type { ReactNode } from 'react'

type Props = { title?: ReactNode; action?: ReactNode; children: ReactNode }

/** A bordered area with an optional title line. */
export const Card = ({ title, action, children }: Props) => (
  <section className="panel p-4">
    {(title || action) && (
      <header className="mb-3 flex items-center justify-between gap-3">
        <h2 className="font-semibold">{title}</h2>
        {action}
      </header>
    )}
    {children}
  </section>
)
