'use client'

import { useQuery } from '@tanstack/react-query'
import { ImagePlay } from 'lucide-react'
import { mediaKeys } from '@/components/media/assets/media-keys'
import { isVideoUrl } from '@/components/media/assets/thumbnail'
import { Button } from '@/components/ui/button'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { listAssets } from '@/lib/openapi/operations.generated'
import { useEditor } from '../state/editor-context'
import { OverrideUrlField } from './override-url-field'
import { useOverride } from './use-override'

/** The cover image of a channel: a URL, or the cover that the video has in the media library. */
export function CoverField({ channel, hint }: { channel: ChannelId; hint: string }) {
  const { projectId } = useEditor()
  const { draft, own, edit } = useOverride(channel)
  const video = (own.slides ?? draft.slides).find(({ media_url }) => isVideoUrl(media_url))
  const cover = useLibraryCover(projectId, video?.media_url)
  return (
    <div className="flex flex-col gap-1.5">
      <OverrideUrlField channel={channel} member="cover_image_url" label="Cover image" hint={hint} />
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
