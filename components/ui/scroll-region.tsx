import type { ReactNode } from 'react'
import { classes } from './classes'

type Named = { label: string; labelledBy?: never } | { labelledBy: string; label?: never }

/**
 * A part that scrolls by itself and not with the page. The keyboard reaches it, or nobody without a mouse would see the
 * rest. What is for screen readers alone stands outside the flow, so the part has to be its frame: hence `relative`.
 */
export function ScrollRegion({
  label,
  labelledBy,
  className,
  children,
}: Named & { className: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      className={classes('relative', className)}
    >
      {children}
    </section>
  )
}
