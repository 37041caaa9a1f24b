import { Command } from 'cmdk'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** @param isFound results of the server, which cmdk must not filter again */
export function Group({
  heading,
  isFound = false,
  children,
}: {
  heading: string
  isFound?: boolean
  children: ReactNode
}) {
  return (
    <Command.Group
      heading={heading}
      forceMount={isFound}
      className="pb-2 [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-sm [&_[cmdk-group-heading]]:text-ink-soft"
    >
      {children}
    </Command.Group>
  )
}

type ItemProps = {
  /** Unique in the palette. */
  id: string
  label: string
  Icon: LucideIcon
  /** Further words that find the line. */
  words?: readonly string[]
  isFound?: boolean
  /** On the right, below the label in narrow windows. */
  note?: ReactNode
  onSelect: () => void
}

export function Item({ id, label, Icon, words = [], isFound = false, note, onSelect }: ItemProps) {
  return (
    <Command.Item
      value={id}
      keywords={[label, ...words]}
      forceMount={isFound}
      onSelect={onSelect}
      className="flex min-h-9 cursor-pointer items-center gap-3 rounded-lg px-2 data-[selected=true]:bg-accent-wash data-[selected=true]:text-accent"
    >
      <Icon aria-hidden size={16} className="shrink-0" />
      <span className="flex min-w-0 flex-1 items-center justify-between gap-x-4 max-sm:flex-col max-sm:items-start max-sm:py-1">
        <span className="max-w-full min-w-0 truncate">{label}</span>
        {note && (
          <span className="flex min-w-0 shrink-0 items-center gap-2 text-sm text-ink-soft max-sm:max-w-full">
            {note}
          </span>
        )}
      </span>
    </Command.Item>
  )
}
