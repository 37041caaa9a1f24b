'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import dynamic from 'next/dynamic'
import { usePathname } from 'next/navigation'
import { useEffect, useState } from 'react'
import { call } from '@/lib/api/client'
import { getChecklist } from '@/lib/api/operations.generated'
import type { Checklist } from '@/lib/checklist/contract'
import { hideChecklist } from './hidden'

// It stands in the frame of every screen, and most people have taken these steps long ago.
const StepsPanel = dynamic(() => import('./steps-panel').then((it) => it.StepsPanel))

/** Where a person looks around; elsewhere the list would be in the way of the work. */
const shownOn = ['calendar', 'stories', 'queue', 'connections']

/** Leads a newcomer from the first account to the first post. Whoever has come that far never sees it. */
export function FirstSteps({ projectId, initial }: { projectId: string; initial: Checklist }) {
  const [isHidden, setIsHidden] = useState(initial.live_story_id !== null)
  const [, , screen = '', ...below] = usePathname().split('/')
  const checklist = useChecklist(projectId, initial, !isHidden)
  if (isHidden || !shownOn.includes(screen) || below.length > 0) return null
  const hide = (): void => {
    hideChecklist(projectId)
    setIsHidden(true)
  }
  return <StepsPanel projectId={projectId} checklist={checklist} onHide={hide} />
}

const watchedEveryMs = 10_000

/** Looks again whenever the person comes to another screen, and in between, as posts go out by themselves. */
function useChecklist(projectId: string, initial: Checklist, isWatched: boolean): Checklist {
  const queries = useQueryClient()
  const pathname = usePathname()
  const { data } = useQuery({
    queryKey: ['checklist', projectId],
    queryFn: ({ signal }) => call(getChecklist, { id: projectId }, { signal }),
    initialData: initial,
    enabled: isWatched,
    refetchInterval: ({ state }) => (state.data?.live_story_id ? false : watchedEveryMs),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address is the occasion.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['checklist', projectId] })
  }, [pathname, projectId, queries])
  return data
}
