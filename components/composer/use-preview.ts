'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import { previewUnsaved } from '@/lib/api/operations.generated'
import type { ChannelId } from '@/lib/channels/ids'
import type { PreviewChannel } from '@/lib/stories/contract'
import { contentOf, type Draft, isUrl } from './draft'

export type Preview = Partial<Record<ChannelId, PreviewChannel>>

const pauseMs = 300

/** An address that is not finished would have the whole preview refused, so it waits until it is one. */
function withoutUnfinished(draft: Draft): Draft {
  const finished = (slides: Draft['slides']): Draft['slides'] =>
    slides
      .filter(({ media_url }) => isUrl(media_url))
      .map((slide) => (isUrl(slide.swipe_through_url ?? '') ? slide : { ...slide, swipe_through_url: null }))
  const overrides = Object.entries(draft.overrides).map(([channel, { slides, link, cover_image_url, ...rest }]) => [
    channel,
    {
      ...rest,
      ...(slides ? { slides: finished(slides) } : {}),
      ...(link && isUrl(link) ? { link } : {}),
      ...(cover_image_url && isUrl(cover_image_url) ? { cover_image_url } : {}),
    },
  ])
  return {
    ...draft,
    slides: finished(draft.slides),
    // A pin changes nothing of the post, and its end may lie in the past while it is being chosen.
    pinnedUntil: '',
    destinationUrl: isUrl(draft.destinationUrl) ? draft.destinationUrl : '',
    overrides: Object.fromEntries(overrides) as Draft['overrides'],
  }
}

/** The server's own preview, asked for when the person pauses: what it shows is what will be sent. */
export function usePreview(projectId: string, draft: Draft) {
  const { timeZone } = useZone()
  const request = JSON.stringify(contentOf(withoutUnfinished(draft), timeZone))
  const [settled, setSettled] = useState(request)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(request), pauseMs)
    return () => clearTimeout(timer)
  }, [request])
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview', projectId, settled],
    queryFn: async ({ signal }): Promise<Preview> => {
      const content = JSON.parse(settled) as ReturnType<typeof contentOf>
      return (await call(previewUnsaved, { ...content, project_id: projectId }, { signal })).channels
    },
    enabled: draft.channels.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: 1,
  })
  const isBehind = isFetching || settled !== request
  return { preview: draft.channels.length > 0 ? (data ?? {}) : {}, error, isBehind }
}
