'use client'

import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Collapsible } from './collapsible'

type Props = {
  about: string
  /** How many of its fields are set. */
  count: number
  children: ReactNode
}

/** Fields that most stories leave empty. Starts open if one is set. */
export function MoreSection({ about, count, children }: Props) {
  return (
    <Collapsible
      startsOpen={count > 0}
      className="rounded-xl border border-line"
      summaryClass="min-h-11 flex-wrap gap-x-2 rounded-xl px-3 py-2 hover:bg-sunken"
      summary={
        <>
          <ChevronRight aria-hidden size={16} className="shrink-0 group-open:rotate-90" />
          <span className="font-medium">More</span>
          <span className="text-sm text-ink-soft">{about}</span>
          {count > 0 && <span className="rounded-full bg-info-wash px-2 text-sm text-info">{count} set</span>}
        </>
      }
    >
      <div className="flex flex-col gap-5 border-t border-line p-3">{children}</div>
    </Collapsible>
  )
}
