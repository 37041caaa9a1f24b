'use client'

import { Ellipsis } from 'lucide-react'
import { useContext, useState } from 'react'
import { classes } from '@/components/ui/classes'
import { Popover } from '@/components/ui/overlays/popover'
import { storyTitle } from '../data/calendar-data'
import type { CalendarCard } from '../data/cards'
import type { ChipLook } from '../data/chip-context'
import { ChipReactContext } from '../data/chip-context'
import { StoryActionButtons, StoryActions } from './story-actions'

/** The actions of a card in the place that its text leaves free, so that they cover nothing. */
export const ChipActions = ({ story, look }: { story: CalendarCard; look: ChipLook }) =>
  look === 'tall' || look === 'column' ? (
    <>
      <StoryActions story={story} className="absolute right-1 bottom-px z-10 @max-[9rem]:hidden" />
      <ActionsMenu story={story} className="right-1 bottom-px @min-[9rem]:hidden" />
    </>
  ) : (
    <>
      <StoryActions story={story} className="absolute top-1/2 right-0.5 z-10 -translate-y-1/2 @max-[20rem]:hidden" />
      <ActionsMenu story={story} className="top-1/2 right-0.5 -translate-y-1/2 @min-[20rem]:hidden" />
    </>
  )

/** Narrow cards have room for one button. */
function ActionsMenu({ story, className }: { story: CalendarCard; className: string }) {
  const context = useContext(ChipReactContext)
  const [isOpen, setIsOpen] = useState(false)
  if (!context || context.isSelecting || context.movingId) return null
  const label = `Actions for “${storyTitle(story)}”`
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keeps FullCalendar from handling the clicks of the popover.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the button inside handles the keys.
    <span className={classes('absolute z-10', className)} onClick={(event) => event.stopPropagation()}>
      <Popover
        label={label}
        align="end"
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        className="w-44 p-1"
        trigger={
          <button
            type="button"
            aria-label={label}
            title="Actions"
            className="flex size-6 items-center justify-center rounded-md text-ink-soft hover:bg-quiet-wash hover:text-ink"
          >
            <Ellipsis aria-hidden size={14} />
          </button>
        }
      >
        <StoryActionButtons
          hasLabels
          {...{ story, projectId: context.projectId, now: context.now }}
          onReschedule={(card) => {
            setIsOpen(false)
            context.onReschedule(card)
          }}
        />
      </Popover>
    </span>
  )
}
