import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../button'

type Props = {
  /** The accessible name. */
  label: string
  /** How many rows are selected. */
  count: ReactNode
  onClear: () => void
  children: ReactNode
}

/** Actions for the selected rows of a list. Stays visible while scrolling. */
export const SelectionBar = ({ label, count, onClear, children }: Props) => (
  <section
    aria-label={label}
    className="sticky bottom-20 z-20 mx-auto mt-4 flex w-fit max-w-full flex-wrap items-center gap-1.5 rounded-xl border border-line bg-raised px-1.5 py-1.5 shadow-lg md:bottom-4"
  >
    <IconButton label="Clear selection" onClick={onClear}>
      <X aria-hidden size={16} />
    </IconButton>
    <p role="status" className="mr-2 font-medium tabular-nums">
      {count} selected
    </p>
    {children}
  </section>
)
