'use client'

import {
  CalendarSync,
  Check,
  type LucideIcon,
  PanelRight,
  SlidersHorizontal,
  SquareCheck,
  StickyNote,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'

export type CalendarOptions = {
  maySelect: boolean
  isSelecting: boolean
  onSelecting: (isSelecting: boolean) => void
  isTrayOpen: boolean
  onTray: (isOpen: boolean) => void
  /** Whether notes and holidays are shown. */
  hasNotes: boolean
  onNotes: (isShown: boolean) => void
}

type Props = CalendarOptions & {
  filters: ReactNode
  filterCount: number
  onSubscribe: () => void
  className?: string
}

/** Filters and options of the calendar behind one button, for windows without room for them. */
export function ToolbarOptions(props: Props) {
  const { filters, filterCount, maySelect, isSelecting, isTrayOpen, hasNotes, className } = props
  const [isOpen, setIsOpen] = useState(false)
  const closeAnd = (act: () => void) => (): void => {
    setIsOpen(false)
    act()
  }
  return (
    <span className={className}>
      <Popover
        label="Filters and options"
        align="end"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="w-72 p-2"
        trigger={
          <button
            type="button"
            id="calendar-options"
            aria-label={`Filters and options${filterCount > 0 ? `, ${filterCount} active` : ''}`}
            title="Filters and options"
            className={classes(
              'relative inline-flex control-size items-center justify-center rounded-lg border',
              filterCount > 0 ? 'border-accent bg-accent-wash text-accent' : 'border-line text-ink hover:bg-hover',
            )}
          >
            <SlidersHorizontal aria-hidden size={16} />
          </button>
        }
      >
        <div className="border-b border-line p-2 pb-3">{filters}</div>
        <div className="flex flex-col pt-1">
          <Option
            label="Notes and holidays"
            Icon={StickyNote}
            isOn={hasNotes}
            onChoose={() => props.onNotes(!hasNotes)}
          />
          <Option
            label="Drafts"
            Icon={PanelRight}
            isOn={isTrayOpen}
            onChoose={closeAnd(() => props.onTray(!isTrayOpen))}
          />
          {maySelect && (
            <Option
              label="Select"
              Icon={SquareCheck}
              isOn={isSelecting}
              onChoose={closeAnd(() => props.onSelecting(!isSelecting))}
            />
          )}
          <Option label="Subscribe in a calendar app" Icon={CalendarSync} onChoose={closeAnd(props.onSubscribe)} />
        </div>
      </Popover>
    </span>
  )
}

type OptionProps = { label: string; Icon: LucideIcon; isOn?: boolean; onChoose: () => void }

const Option = ({ label, Icon, isOn, onChoose }: OptionProps) => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={onChoose}
    className="flex control-height w-full items-center gap-2.5 rounded-lg px-2 text-left text-sm hover:bg-hover"
  >
    <Icon aria-hidden size={16} className="shrink-0 text-ink-soft" />
    <span className="min-w-0 flex-1 truncate">{label}</span>
    {isOn && <Check aria-hidden size={16} className="shrink-0 text-accent" />}
  </button>
)
