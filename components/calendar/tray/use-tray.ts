import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { instantOf } from '@/components/time/local-time'
import { useZone } from '@/components/time/zone'
import { lockReasonOf, storyTitle } from '../data/calendar-data'
import { type CalendarCard, wholeOf } from '../data/cards'
import type { MoveError } from '../move/use-moves'
import { rememberTray } from './tray-cookie'
import { type Draft, draftsKey, draftTitle, untimed, useRemoveTime, useScheduleDraft } from './use-drafts'

type Props = {
  projectId: string
  now: Date
  isInitiallyOpen: boolean
  onError: (error: MoveError | null) => void
}

/** The tray of drafts: whether it is open, and stories dragged out of it and into it. */
export function useTray({ projectId, now, isInitiallyOpen, onError }: Props) {
  const [isOpen, setOpen] = useState(isInitiallyOpen)
  const queries = useQueryClient()
  const { timeZone } = useZone()
  const schedule = useScheduleDraft(projectId)
  const removeTime = useRemoveTime(projectId)
  const setIsOpen = useCallback((next: boolean): void => {
    setOpen(next)
    rememberTray(next)
  }, [])
  const onSchedule = (draft: Draft, local: string): void => {
    const at = instantOf(local, timeZone)
    const title = `“${draftTitle(draft)}” was not moved`
    const isPast = !at || at < now
    onError(isPast ? { title, message: 'Choose a time in the future.' } : null)
    if (!isPast) schedule.mutate({ draft, local }, { onError: (error) => onError({ title, error }) })
  }
  const onDraft = (id: string, local: string): void => {
    const draft = queries.getQueryData<Draft[]>(draftsKey(projectId))?.find((one) => one.id === id)
    if (draft) onSchedule(draft, local)
  }
  const onToTray = (card: CalendarCard): void => {
    const story = wholeOf(card)
    const title = `“${storyTitle(story)}” was not moved`
    const locked = lockReasonOf(story, now)
    onError(locked ? { title, message: locked } : null)
    if (!locked) removeTime.mutate(untimed(story), { onError: (error) => onError({ title, error }) })
  }
  return { isOpen, setIsOpen, onSchedule, onDraft, onToTray }
}
