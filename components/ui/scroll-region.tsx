import type { CSSProperties, ReactNode, Ref } from 'react'
import { classes } from './classes'

type Named = { label: string; labelledBy?: never } | { labelledBy: string; label?: never }

/**
 * A focusable area with its own scrolling. `relative` contains the absolutely positioned screen reader
 * texts.
 */
export function ScrollRegion({
  label,
  labelledBy,
  className,
  style,
  ref,
  children,
}: Named & { className: string; style?: CSSProperties; ref?: Ref<HTMLElement>; children: ReactNode }) {
  return (
    <section
      ref={ref}
      aria-label={label}
      aria-labelledby={labelledBy}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
      tabIndex={0}
      className={classes('relative', className)}
      style={style}
    >
      {children}
    </section>
  )
}
