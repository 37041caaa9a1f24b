'use client'

import { useQueries } from '@tanstack/react-query'
import type { LinkCardData } from '@/components/previews/preview-props'
import { cardLinks } from '@/components/previews/rules/card-links'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { getLinkPreview } from '@/lib/openapi/operations.generated'
import type { PreviewChannel } from '@/lib/stories/preview-contract'

/** A thread may have more, but a card per part is rare. */
const cardsMax = 5

/** The card of each part of a post. Until its page is read, a card has only the domain. */
export function useLinkCards(
  projectId: string,
  channel: ChannelId,
  post: PreviewChannel | undefined,
): (LinkCardData | null)[] {
  const targets = (post ? cardLinks(channel, post) : []).map((url) => url && targetOf(url, post))
  const urls = [...new Set(targets.filter((url) => url !== null))].slice(0, cardsMax)
  const results = useQueries({
    queries: urls.map((url) => ({
      queryKey: ['link-preview', projectId, url],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        call(getLinkPreview, { project_id: projectId, url }, { signal }),
      staleTime: 600_000,
      retry: false,
    })),
  })
  return targets.map((url) => {
    if (url === null) return null
    const { title, description, image_url, domain } = results[urls.indexOf(url)]?.data?.link_preview ?? {}
    return {
      domain: domain ?? domainOf(url),
      title: title ?? null,
      description: description ?? null,
      imageUrl: image_url ?? null,
    }
  })
}

/** Networks follow the short link. */
function targetOf(url: string, post: PreviewChannel | undefined): string {
  const link = post?.tracked_link
  return link && link.short_url === url ? link.destination_url : url
}

function domainOf(url: string): string {
  try {
    return new URL(url).host.replace(/^www\./, '')
  } catch {
    return url
  }
}
