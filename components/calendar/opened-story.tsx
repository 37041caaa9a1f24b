'use client'

import { type Ref, useImperativeHandle, useState } from 'react'
import type { CalendarStory } from './data/calendar-data'
import { StoryDialog } from './story-dialog'

export type OpenedStoryHandle = { open(story: CalendarStory, how?: { isRescheduling: boolean }): void }

type Props = {
  ref: Ref<OpenedStoryHandle>
  projectId: string
  now: Date
  /** The latest version of a story; undefined if it left the view. */
  find: (id: string) => CalendarStory | undefined
  isSelected: (id: string) => boolean
  /** Missing in the list view. */
  onStartDrag?: ((story: CalendarStory) => void) | undefined
  onSelect: (story: CalendarStory) => void
  onMove: (story: CalendarStory, local: string) => void
}

/** Holds the opened story. Apart from the calendar, because rendering a thousand chips delayed the dialog. */
export function OpenedStory({ ref, projectId, now, find, isSelected, onStartDrag, onSelect, onMove }: Props) {
  const [opened, setOpened] = useState<CalendarStory | null>(null)
  const [isRescheduling, setIsRescheduling] = useState(false)
  const show = (story: CalendarStory | null, how = { isRescheduling: false }): void => {
    setOpened(story)
    setIsRescheduling(how.isRescheduling)
  }
  useImperativeHandle(ref, () => ({ open: show }))
  if (!opened) return null
  const story = find(opened.id) ?? opened
  const close = (): void => show(null)
  const closeAnd = (act: () => void) => (): void => {
    close()
    act()
  }
  return (
    <StoryDialog
      {...{ projectId, now, story, isRescheduling }}
      isSelected={isSelected(story.id)}
      {...(onStartDrag ? { onStartDrag: closeAnd(() => onStartDrag(story)) } : {})}
      onSelect={closeAnd(() => onSelect(story))}
      onMove={(local) => closeAnd(() => onMove(story, local))()}
      onClose={close}
    />
  )
}
