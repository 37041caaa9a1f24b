import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { channelNames } from '@/components/channels/channel-names'
import { goToComposer } from '@/components/composer-address/composer-address'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { duplicateStory } from '@/lib/openapi/operations.generated'
import { refreshStories } from './query-keys'

/** Creates a copy and opens it in the composer, without confirmation. */
export function useDuplicate(story: { id: string; project_id: string }) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => call(duplicateStory, { id: story.id }),
    onSuccess: async ({ story: copy, warnings }) => {
      const leftOut = warnings.flatMap(({ code, channel }) =>
        code === 'already_published' && channel ? [channelNames[channel]] : [],
      )
      toast(leftOut.length > 0 ? `Draft created without ${leftOut.join(', ')}: already published.` : 'Draft created.')
      goToComposer(router, `/${copy.project_id}/stories/${copy.id}/edit`)
      await refreshStories(queries, copy.project_id)
    },
    onError: (error) => toast(`Not duplicated. ${error.message}`),
  })
}
