'use client'

import { useQuery } from '@tanstack/react-query'
import { ImagePlay, Images } from 'lucide-react'
import { useState } from 'react'
import { mediaKeys } from '@/components/media/assets/media-keys'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import { Button } from '@/components/ui/button'
import { lazyComponent } from '@/components/ui/lazy/lazy-component'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { listAssets } from '@/lib/openapi/operations.generated'
import { useEditor } from '../state/editor-context'
import { OverrideUrlField } from './override-url-field'
import { useOverride } from './use-override'

const MediaPicker = lazyComponent(() => import('@/components/media/picker/media-picker').then((it) => it.MediaPicker))

/** The cover image of a channel: a file of the library, a URL, or the cover that the video has in the library. */
export function CoverField({ channel, hint }: { channel: ChannelId; hint: string }) {
  const { projectId } = useEditor()
  const { draft, own, edit } = useOverride(channel)
  const [isPicking, setIsPicking] = useState(false)
  const video = (own.slides ?? draft.slides).find(({ media_url }) => isVideoUrl(media_url))
  const cover = useLibraryCover(projectId, video?.media_url)
  return (
    <div className="flex flex-col gap-1.5">
      <OverrideUrlField
        channel={channel}
        member="cover_image_url"
        label="Cover image"
        hint={hint}
        aside={
          <Button isSmall tone="ghost" icon={<Images aria-hidden size={15} />} onClick={() => setIsPicking(true)}>
            Choose from library
          </Button>
        }
      />
      {isPicking && (
        <MediaPicker
          isOpen
          projectId={projectId}
          title="Choose a cover image"
          max={1}
          onClose={() => setIsPicking(false)}
          onPick={([asset]) => {
            // A video stands for its cover.
            const url = asset && (isVideoUrl(asset.file_url) ? asset.poster_url : asset.file_url)
            if (url) edit({ cover_image_url: url })
          }}
        />
      )}
      {cover && cover !== own.cover_image_url && (
        <Button
          isSmall
          tone="ghost"
          className="-ml-2 self-start"
          icon={<ImagePlay aria-hidden size={16} />}
          onClick={() => edit({ cover_image_url: cover })}
        >
          Use the video’s cover
        </Button>
      )}
    </div>
  )
}

/** The URL of the cover that a video has in the media library. */
function useLibraryCover(projectId: string, videoUrl = ''): string | null {
  const { data } = useQuery({
    queryKey: [...mediaKeys.all(projectId), 'cover', videoUrl],
    queryFn: async ({ signal }) => {
      const { assets } = await call(listAssets, { project_id: projectId, file_url: videoUrl, limit: 1 }, { signal })
      return assets[0]?.poster_url ?? null
    },
    enabled: videoUrl !== '',
  })
  return data ?? null
}
