'use client'

import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'

/** The height of a row in pixels, before it is measured. */
const rowHeight = 56

export type VirtualRowsProps = {
  count: number
  body: RefObject<HTMLTableSectionElement | null>
  /** Renders these rows, and the height of those left out above and below. */
  render: (indexes: readonly number[], before: number, after: number) => ReactNode
}

/** Renders only the rows that the window shows. A file of its own, because most lists are short. */
export function VirtualRows({ count, body, render }: VirtualRowsProps) {
  const [margin, setMargin] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: content above can change with the rows.
  useLayoutEffect(() => {
    setMargin((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY)
  }, [count])
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollMargin: margin,
  })
  const items = virtualizer.getVirtualItems()
  const before = (items[0]?.start ?? margin) - margin
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin)
  return render(
    items.flatMap(({ index }) => (index < count ? [index] : [])),
    before,
    after,
  )
}
