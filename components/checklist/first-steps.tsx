'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { lazy, Suspense, useEffect, useState } from 'react'
import { retryImport } from '@/components/ui/lazy/retry-import'
import { call } from '@/lib/api/client'
import type { Checklist } from '@/lib/checklist/contract'
import { getChecklist } from '@/lib/openapi/operations.generated'
import { hideChecklist } from './checklist-cookie'

// Loaded on demand, because most projects have finished these steps.
const loadPanel = () => retryImport(() => import('./steps-panel')).then((it) => ({ default: it.StepsPanel }))
// React's `lazy`, because the server renders it. If it fails to load, nothing is shown.
const StepsPanel = lazy(() => loadPanel().catch(() => ({ default: () => <></> })))

/** Screens with the panel. */
const shownOn = ['calendar', 'stories', 'queue', 'connections']

/** Onboarding checklist until the first post is published. */
export function FirstSteps({ projectId, initial }: { projectId: string; initial: Checklist }) {
  const [isHidden, setIsHidden] = useState(initial.live_story_id !== null)
  const [, , screen = '', ...below] = usePathname().split('/')
  const checklist = useChecklist(projectId, initial, !isHidden)
  // Preload it on screens without the panel.
  useEffect(() => {
    if (!isHidden) loadPanel().catch(() => {})
  }, [isHidden])
  if (isHidden || !shownOn.includes(screen) || below.length > 0) return null
  const hide = (): void => {
    hideChecklist(projectId)
    setIsHidden(true)
  }
  const isShort = screen !== 'calendar'
  // The height of the panel at each width, so that the layout doesn't shift.
  const height = isShort ? 'mb-4 min-h-20 sm:min-h-11' : 'mb-5 min-h-96 sm:min-h-63 lg:min-h-60 xl:min-h-49'
  const placeholder = <div className={`panel ${height}`} />
  return (
    <Suspense fallback={placeholder}>
      <StepsPanel projectId={projectId} checklist={checklist} isShort={isShort} onHide={hide} />
    </Suspense>
  )
}

const pollMs = 10_000

/** Refetches on navigation and polls until the first post is live. */
function useChecklist(projectId: string, initial: Checklist, isEnabled: boolean): Checklist {
  const queries = useQueryClient()
  const pathname = usePathname()
  const { data } = useQuery({
    queryKey: ['checklist', projectId],
    queryFn: ({ signal }) => call(getChecklist, { id: projectId }, { signal }),
    initialData: initial,
    enabled: isEnabled,
    refetchInterval: ({ state }) => (state.data?.live_story_id ? false : pollMs),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the URL changes.
  useEffect(() => {
    void queries.invalidateQueries({ queryKey: ['checklist', projectId] })
  }, [pathname, projectId, queries])
  return data
}
