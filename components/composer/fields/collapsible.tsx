'use client'

import { type ReactNode, useState } from 'react'

type Props = { startsOpen: boolean; summary: ReactNode; summaryClass: string; className?: string; children: ReactNode }

/** After that, the user opens and closes it. */
export function Collapsible({ startsOpen, summary, summaryClass, className = '', children }: Props) {
  const [isOpen] = useState(startsOpen)
  return (
    <details open={isOpen} className={`group ${className}`}>
      <summary
        className={`flex cursor-pointer list-none items-center [&::-webkit-details-marker]:hidden ${summaryClass}`}
      >
        {summary}
      </summary>
      {children}
    </details>
  )
}
