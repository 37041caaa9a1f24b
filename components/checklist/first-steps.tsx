'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { lazy, Suspense, useEffect, useState } from 'react'
import { loadPatiently } from '@/components/ui/load-patiently'
import { call } from '@/lib/api/client'
import { getChecklist } from '@/lib/api/operations.generated'
import type { Checklist } from '@/lib/checklist/contract'
import { hideChecklist } from './hidden'

// It stands in the frame of every screen, and most people have taken these steps long ago.
const loadPanel = () => loadPatiently(() => import('./steps-panel')).then((it) => ({ default: it.StepsPanel }))
// One of React's lazy components, as the server draws it. Without it the screen is whole all the same.
const StepsPanel = lazy(() => loadPanel().catch(() => ({ default: () => <></> })))

/** Where a person looks around; elsewhere the list would be in the way of the work. */
const shownOn = ['calendar', 'stories', 'queue', 'connections']

/** Leads a newcomer from the first account to the first post. Whoever has come that far never sees it. */
export function FirstSteps({ projectId, initial }: { projectId: string; initial: Checklist }) {
  const [isHidden, setIsHidden] = useState(initial.live_story_id !== null)
  const [, , screen = '', ...below] = usePathname().split('/')
  const checklist = useChecklist(projectId, initial, !isHidden)
  // From a screen that has no panel the way leads to one that has: by then it is here.
  useEffect(() => {
    if (!isHidden) loadPanel().catch(() => {})
  }, [isHidden])
  if (isHidden || !shownOn.includes(screen) || below.length > 0) return null
  const hide = (): void => {
    hideChecklist(projectId)
    setIsHidden(true)
  }
  // As high as the panel at each width, so that a screen that is gone to does not move when it comes.
  const place = <div className="panel mb-5 min-h-96 sm:min-h-63 lg:min-h-60 xl:min-h-49" />
  return (
    <Suspense fallback={place}>
      <StepsPanel projectId={projectId} checklist={checklist} onHide={hide} />
    </Suspense>
  )
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
