import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Crop } from 'lucide-react'
import { channelNames } from '@/components/channels/channel-names'
import { mediaKeys } from '@/components/media/assets/media-keys'
import { areaWithRatio, wholeArea } from '@/components/media/editor/crop-area'
import { cropFile } from '@/components/media/editor/crop-file'
import { Button } from '@/components/ui/button'
import { useToast } from '@/components/ui/toast'
import type { ChannelId } from '@/lib/channel-ids'
import type { DraftSlide } from '../draft/draft'
import { type SlideTarget, slidesAt } from '../draft/slides'
import { useDraft, useEditor } from '../state/editor-context'
import { canCrop } from './crop-menu'
import { filesToCrop, type Post } from './fix-preset'
import { copyFor } from './slide-cropper'

type Props = { channel: ChannelId; post: Post; from: SlideTarget; slides: readonly DraftSlide[]; isFirstFine: boolean }

/** Crops the images of a carousel around their center to one ratio, for the channel that needs it. */
export function CropAll({ channel, post, from, slides, isFirstFine }: Props) {
  const { projectId, store } = useEditor()
  const draft = useDraft()
  const queries = useQueryClient()
  const toast = useToast()
  const files = filesToCrop(channel, post, isFirstFine).filter(({ index }) => slides[index] && canCrop(slides[index]))
  const target = draft.channels.length > 1 ? channel : from
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const cropped = new Map<string, string>()
      // One after another: each is decoded and encoded by the server.
      for (const { index, size, ratio } of files) {
        const url = slides[index]?.media_url ?? ''
        const edit = { rotate: 0, flip: false, area: areaWithRatio(wholeArea, ratio, size) } as const
        cropped.set(url, (await cropFile(projectId, { file_url: url }, edit)).file_url)
      }
      return cropped
    },
    onSuccess: (cropped) => {
      void queries.invalidateQueries({ queryKey: mediaKeys.all(projectId) })
      const now = store.get().draft
      const before = [...slidesAt(now, target)]
      const own = target === from ? before : copyFor(now, target, from)
      for (const [url, file] of cropped) store.dispatch({ type: 'fileNamed', url: file, from: url })
      store.dispatch({
        type: 'slidesSet',
        target,
        slides: own.map((one) => ({ ...one, media_url: cropped.get(one.media_url) ?? one.media_url })),
      })
      toast(`Cropped ${cropped.size} images for ${channelNames[channel]}.`, 'good', {
        label: 'Undo',
        onUndo: () => store.dispatch({ type: 'slidesSet', target, slides: before }),
      })
    },
    onError: (error) => toast(`Not cropped. ${error.message}`, 'bad'),
  })
  if (files.length < 2) return null
  return (
    <Button isSmall isBusy={isPending} icon={<Crop aria-hidden size={14} />} onClick={() => mutate()}>
      Crop all to match
      <span className="sr-only"> for {channelNames[channel]}</span>
    </Button>
  )
}
