'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useZone } from '@/components/time/zone'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { previewUnsaved } from '@/lib/openapi/operations.generated'
import type { PreviewChannel } from '@/lib/stories/preview-contract'
import { type Draft, isUrl } from '../draft/draft'
import { contentOf } from '../draft/story-content'
import { useDebounced } from './use-debounced'

export type Preview = Partial<Record<ChannelId, PreviewChannel>>

const pauseMs = 300

/** Incomplete URLs are left out, because one would fail the whole preview. */
function withoutIncompleteUrls(draft: Draft): Draft {
  const complete = (slides: Draft['slides']): Draft['slides'] =>
    slides
      .filter(({ media_url }) => isUrl(media_url))
      .map((slide) => (isUrl(slide.swipe_through_url ?? '') ? slide : { ...slide, swipe_through_url: null }))
  const overrides = Object.entries(draft.overrides).map(([channel, { slides, link, cover_image_url, ...rest }]) => [
    channel,
    {
      ...rest,
      ...(slides ? { slides: complete(slides) } : {}),
      ...(link && isUrl(link) ? { link } : {}),
      ...(cover_image_url && isUrl(cover_image_url) ? { cover_image_url } : {}),
    },
  ])
  return {
    ...draft,
    slides: complete(draft.slides),
    // The pin does not change the post, and its end may be in the past while it is edited.
    pinnedUntil: '',
    destinationUrl: isUrl(draft.destinationUrl) ? draft.destinationUrl : '',
    overrides: Object.fromEntries(overrides) as Draft['overrides'],
  }
}

/** The server's preview of the draft, requested when typing pauses. It shows exactly what would be published. */
export function usePreview(projectId: string, draft: Draft) {
  const { timeZone } = useZone()
  const request = JSON.stringify(contentOf(withoutIncompleteUrls(draft), timeZone))
  const settled = useDebounced(request, pauseMs)
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
  const isUpdating = isFetching || settled !== request
  return { preview: draft.channels.length > 0 ? (data ?? {}) : {}, error, isUpdating }
}
