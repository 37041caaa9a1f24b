'use client'

import { type Ref, useImperativeHandle, useState } from 'react'
import { useBulkDelete } from '@/components/story-list/use-bulk-delete'
import type { DeletedStories } from '@/components/story-list/use-deleted-stories'
import { type CalendarCard, wholeOf } from './data/cards'
import { StoryDialog } from './story-dialog'

export type OpenedStoryHandle = { open(story: CalendarCard, how?: { isRescheduling: boolean }): void }

type Props = {
  ref: Ref<OpenedStoryHandle>
  projectId: string
  now: Date
  /** The latest version of a story; undefined if it left the view. */
  find: (id: string) => CalendarCard | undefined
  deleted: DeletedStories
  isSelected: (id: string) => boolean
  /** Missing in the list view. */
  onStartDrag?: ((story: CalendarCard) => void) | undefined
  onSelect: (story: CalendarCard) => void
  onMove: (story: CalendarCard, local: string) => void
}

/** Holds the opened story. Apart from the calendar, because rendering a thousand chips delayed the dialog. */
export function OpenedStory({ ref, projectId, now, find, deleted, isSelected, onStartDrag, onSelect, onMove }: Props) {
  const [opened, setOpened] = useState<CalendarCard | null>(null)
  const [isRescheduling, setIsRescheduling] = useState(false)
  const show = (story: CalendarCard | null, how = { isRescheduling: false }): void => {
    setOpened(story)
    setIsRescheduling(how.isRescheduling)
  }
  useImperativeHandle(ref, () => ({ open: show }))
  const remove = useBulkDelete(projectId, deleted)
  if (!opened) return null
  const story = find(opened.key) ?? opened
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
      onDelete={closeAnd(() => void remove([{ ...wholeOf(story), title: null, caption: story.words }]))}
      onClose={close}
    />
  )
}
