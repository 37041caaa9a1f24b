import { useCallback } from 'react'
import { useToast } from '@/components/ui/toast'

/** Copies the address of a story. */
export function useCopyLink(projectId: string): (storyId: string) => Promise<void> {
  const toast = useToast()
  return useCallback(
    async (storyId) => {
      const url = `${window.location.origin}/${projectId}/stories/${storyId}`
      try {
        await navigator.clipboard.writeText(url)
        toast('Link copied.')
      } catch {
        // The clipboard needs https.
        toast(`Copy it manually: ${url}`, 'bad')
      }
    },
    [projectId, toast],
  )
}
