'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { refreshStories } from '@/components/stories/keys'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { publishStory } from '@/lib/api/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'
import type { Draft } from './draft'
import type { Saved } from './kept-draft'
import { type Beside, Overtaken, type Save } from './use-saver'

/** The three ways out of the composer. */
export type Ending = 'draft' | 'schedule' | 'publish'

const done: Record<Ending, string> = {
  draft: 'The draft is saved.',
  schedule: 'The story is scheduled.',
  publish: 'The story goes out in a minute. Until then you can cancel it.',
}
const asked: Record<Ending, string> = {
  draft: done.draft,
  schedule: 'Approval is asked for. The story goes out at its time once it is given.',
  publish: 'Approval is asked for. The story goes out once it is given.',
}

type Options = {
  projectId: string
  save: Save
  /** What is scheduled waits until somebody approves it. */
  needsApproval: boolean
  onFinished: () => void
  onOvertaken: (theirs: StoryDetail) => void
}

/** Saves in the way that was chosen, and leads to the story. */
export function useEnding({ projectId, save, needsApproval, onFinished, onOvertaken }: Options) {
  const { timeZone } = useZone()
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: async ({ ending, draft }: { ending: Ending; draft: Draft }) => {
      const { id } = await save(draft, (saved) => besideOf(ending, draft, saved, timeZone))
      if (ending === 'publish') await call(publishStory, { id })
      return { id, ending }
    },
    onSuccess: async ({ id, ending }) => {
      onFinished()
      toast((needsApproval ? asked : done)[ending])
      await refreshStories(queries, projectId)
      router.push(`/${projectId}/stories/${id}`)
    },
    onError: (error) => {
      if (error instanceof Overtaken) onOvertaken(error.theirs)
    },
  })
}

/** A story stays at its time unless the ending says another. A draft is kept whatever its voice, as while it is written. */
function besideOf(ending: Ending, { localTime }: Draft, saved: Saved | null, timezone: string): Beside {
  if (ending === 'schedule') return { scheduled_at_local: localTime, timezone }
  if (ending === 'draft') return { lint_check: 'warn', ...(saved?.isScheduled ? { scheduled_at: null } : {}) }
  return {}
}
