'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef } from 'react'
import { refreshStories } from '@/components/stories/keys'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import { editStory, retryStory } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { StoryDetail } from '@/lib/stories/contract'
import { contentOf, type Draft } from './draft'

type Overrides = NonNullable<RequestTo<typeof editStory>['channel_overrides']>

/** Members of an override that the composer does not show for a single channel. They stay as they are. */
const unseen = ['pin_to_grid', 'pin_until_at'] as const

/** The overrides of the edited channels; those of all others as the story has them. */
function overridesFor(story: StoryDetail, draft: Draft, timeZone: string): Overrides {
  const stored = story.channel_overrides as Record<string, Record<string, unknown>>
  const edited = (contentOf(draft, timeZone).channel_overrides ?? {}) as Record<string, object>
  const others = Object.entries(stored).filter(([channel]) => !draft.channels.includes(channel as ChannelId))
  const own = draft.channels.flatMap((channel) => {
    const kept = unseen.flatMap((name) => {
      const value = stored[channel]?.[name]
      return value === undefined ? [] : [[name, value]]
    })
    const override = { ...edited[channel], ...Object.fromEntries(kept) }
    return Object.keys(override).length > 0 ? [[channel, override]] : []
  })
  return Object.fromEntries([...others, ...own]) as Overrides
}

/** Saves the edited channels of a story that failed, and retries those channels alone. */
export function useRetry(story: StoryDetail, onDone: () => void) {
  const { timeZone } = useZone()
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  // Grows with a save whose retry was refused, so that the next try is not taken for an overwriting one.
  const savedAt = useRef(story.updated_at)
  return useMutation({
    mutationFn: async (draft: Draft) => {
      const channel_overrides = overridesFor(story, draft, timeZone)
      const saved = await call(editStory, { id: story.id, channel_overrides, expected_updated_at: savedAt.current })
      savedAt.current = saved.story.updated_at
      return call(retryStory, { id: story.id, channels: draft.channels })
    },
    onSuccess: async ({ enqueue }) => {
      const waits = enqueue.skipped.some(({ reason }) => reason === 'awaiting_approval')
      toast(waits ? 'Saved. Approval is needed before it is published.' : 'Saved. It is retried in a minute.')
      onDone()
      await refreshStories(queries, story.project_id)
      router.push(`/${story.project_id}/stories/${story.id}`)
    },
  })
}
