import type { ReactNode } from 'react'

/** A section's heading with its actions. */
export function SectionHead({ id, title, children }: { id: string; title: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-2 flex min-h-8 flex-wrap items-end justify-between gap-x-4 gap-y-2">
      <h2 id={id} className="font-semibold">
        {title}
      </h2>
      {children}
    </div>
  )
}
