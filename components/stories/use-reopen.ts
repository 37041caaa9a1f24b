import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { goToComposer } from '@/components/composer-address/composer-address'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import { reopenStory } from '@/lib/openapi/operations.generated'
import { refreshStories } from './query-keys'

/** Makes a rejected story a draft and opens it in the composer. */
export function useReopen({ id, project_id }: { id: string; project_id: string }) {
  const router = useRouter()
  const queries = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationFn: () => call(reopenStory, { id }),
    onSuccess: async () => {
      // The composer must not start with the rejected story.
      await refreshStories(queries, project_id)
      goToComposer(router, `/${project_id}/stories/${id}/edit`)
    },
    onError: (error) => toast(`Not opened. ${error.message}`, 'bad'),
  })
}
