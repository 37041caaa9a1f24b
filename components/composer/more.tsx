'use client'

import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'

/**
 * What most stories do without, folded away. It begins open where something in it is filled, and says how much is
 * while it is closed.
 */
export function More({ about, count, children }: { about: string; count: number; children: ReactNode }) {
  // Only the beginning: from then on the person opens and closes it.
  const [isOpen] = useState(count > 0)
  return (
    <details open={isOpen} className="group rounded-xl border border-line">
      <summary className="flex min-h-11 cursor-pointer list-none flex-wrap items-center gap-x-2 rounded-xl px-3 py-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden size={16} className="shrink-0 group-open:rotate-90" />
        <span className="font-medium">More</span>
        <span className="text-sm text-ink-soft">{about}</span>
        {count > 0 && <span className="rounded-full bg-info-wash px-2 text-sm text-info">{count} filled</span>}
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-3">{children}</div>
    </details>
  )
}
