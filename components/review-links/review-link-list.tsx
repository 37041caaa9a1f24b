'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { LinkList } from '@/components/shared-links/link-list'
import { Time } from '@/components/time/zone'
import { cursorPages } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { call } from '@/lib/api/client'
import { listReviewLinks, revokeReviewLink } from '@/lib/openapi/operations.generated'
import type { ReviewLink } from '@/lib/review-links/contract'
import { plural } from '@/lib/text/number-text'
import { reviewLinksKey } from './review-links-key'

type Props = { projectId: string; storyId: string; mayRevoke: boolean }

/** The links to a story, newest first. */
export function ReviewLinkList({ projectId, storyId, mayRevoke }: Props) {
  const queries = useQueryClient()
  const list = useInfiniteQuery({
    queryKey: [...reviewLinksKey(projectId), storyId],
    queryFn: ({ pageParam: cursor, signal }) =>
      call(listReviewLinks, { project_id: projectId, story_id: storyId, limit: 20, cursor }, { signal }),
    ...cursorPages,
  })
  const revoking = useMutation({
    mutationFn: (id: string) => call(revokeReviewLink, { id }),
    onSettled: () => queries.invalidateQueries({ queryKey: reviewLinksKey(projectId) }),
  })
  const links = list.data?.pages.flatMap((page) => page.review_links) ?? []
  return (
    <LinkList
      query={list}
      links={links.map((link) => ({
        ...{ id: link.id, name: link.name, isOpen: link.is_open },
        about: <About link={link} />,
        opened: link.last_opened_at ? (
          <>
            Last opened <Time at={link.last_opened_at} style="compact" />
          </>
        ) : (
          'Not opened yet'
        ),
      }))}
      revoking={revoking}
      mayRevoke={mayRevoke}
    >
      <ShowMore isSmall query={list} />
    </LinkList>
  )
}

const About = ({ link: { is_open, revoked_at, expires_at, created_by, story_ids } }: { link: ReviewLink }) => (
  <>
    {is_open ? 'Expires ' : revoked_at ? 'Revoked ' : 'Expired '}
    <Time at={revoked_at ?? expires_at} style="compact" />
    {created_by && ` · ${created_by}`}
    {story_ids.length > 1 && ` · ${plural(story_ids.length, 'story', 'stories')}`}
  </>
)
