'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { nameChannels } from '@/components/channels/channel-names'
import { refreshStories } from '@/components/stories/query-keys'
import { useZone } from '@/components/time/zone'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { RequestTo } from '@/lib/api/operation'
import type { ChannelId } from '@/lib/channel-ids'
import { editStory, retryStory } from '@/lib/openapi/operations.generated'
import type { StoryDetail } from '@/lib/stories/contract'
import type { Draft } from '../draft/draft'
import { contentOf } from '../draft/story-content'
import { useSurface } from '../open/surface'
import { dropEdits } from './retry-copy'
import type { RetryStore } from './retry-store'

type Overrides = NonNullable<RequestTo<typeof editStory>['channel_overrides']>

/** Override members without a field in the composer. They are sent back unchanged. */
const hiddenMembers = ['pin_to_grid', 'pin_until_at'] as const

/** The edited overrides, and those of all other channels as they are stored. */
function overridesFor(story: StoryDetail, draft: Draft, timeZone: string): Overrides {
  const stored = story.channel_overrides as Record<string, Record<string, unknown>>
  const edited = (contentOf(draft, timeZone).channel_overrides ?? {}) as Record<string, object>
  const others = Object.entries(stored).filter(([channel]) => !draft.channels.includes(channel as ChannelId))
  const own = draft.channels.flatMap((channel) => {
    const hidden = hiddenMembers.flatMap((name) => {
      const value = stored[channel]?.[name]
      return value === undefined ? [] : [[name, value]]
    })
    const override = { ...edited[channel], ...Object.fromEntries(hidden) }
    return Object.keys(override).length > 0 ? [[channel, override]] : []
  })
  return Object.fromEntries([...others, ...own]) as Overrides
}

/** Saves the edited channels of a failed story and retries only those. */
export function useRetry(story: StoryDetail, { get, dispatch }: RetryStore) {
  const { timeZone } = useZone()
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  const { isDialog, close } = useSurface()
  return useMutation({
    mutationFn: async () => {
      const { draft, updatedAt } = get()
      const channel_overrides = overridesFor(story, draft, timeZone)
      const saved = await call(editStory, { id: story.id, channel_overrides, expected_updated_at: updatedAt })
      dispatch({ type: 'saved', updatedAt: saved.story.updated_at })
      return call(retryStory, { id: story.id, channels: draft.channels })
    },
    onSuccess: async ({ enqueue }) => {
      const needsApproval = enqueue.skipped.some(({ reason }) => reason === 'awaiting_approval')
      toast(
        needsApproval
          ? 'Saved. Approval is needed before it is published.'
          : `Saved. Retrying ${nameChannels(get().draft.channels)} in a minute.`,
      )
      dropEdits({ projectId: story.project_id, storyId: story.id })
      await refreshStories(queries, story.project_id)
      if (isDialog) close()
      else router.push(`/${story.project_id}/stories/${story.id}`)
    },
  })
}
