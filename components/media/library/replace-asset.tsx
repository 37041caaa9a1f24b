'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useToast } from '@/components/ui/toast'
import { call } from '@/lib/api/client'
import type { Asset } from '@/lib/media/contract'
import { replaceAsset } from '@/lib/openapi/operations.generated'
import { plural } from '@/lib/text/number-text'
import { mediaKeys } from '../assets/media-keys'
import { MediaPicker } from '../picker/media-picker'

type Props = { projectId: string; asset: Asset; onClose: () => void }

/** Chooses another file for the drafts and scheduled posts that use this one. New files can be uploaded. */
export function ReplaceAsset({ projectId, asset, onClose }: Props) {
  const { mutate } = useReplace(projectId, asset)
  return (
    <MediaPicker
      isOpen
      projectId={projectId}
      max={1}
      title={`Replace ${asset.name} in drafts and scheduled posts`}
      onPick={([next]) => next && mutate(next)}
      onClose={onClose}
    />
  )
}

/** Goes on after the picker is closed, so its result and errors are toasts. */
function useReplace(projectId: string, asset: Asset) {
  const queries = useQueryClient()
  const toast = useToast()
  const reload = (): void => void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
  return useMutation({
    mutationFn: (next: Asset) => call(replaceAsset, { id: asset.id, with_id: next.id }),
    onError: (error) => toast(`The file was not replaced. ${error.message}`, 'bad'),
    onSuccess: ({ replaced, refused }, next) => {
      reload()
      const undo = async (): Promise<void> => {
        await call(replaceAsset, { id: next.id, with_id: asset.id, story_ids: replaced })
        reload()
      }
      if (replaced.length > 0)
        toast(`Replaced in ${plural(replaced.length, 'post')}.`, 'good', {
          label: 'Undo',
          onUndo: () => void undo().catch(() => toast('The old file could not be put back.', 'bad')),
        })
      if (refused[0]) toast(`${plural(refused.length, 'post')} kept the old file. ${refused[0].message}`, 'bad')
      if (replaced.length + refused.length === 0) toast('No draft or scheduled post uses this file.')
    },
  })
}
