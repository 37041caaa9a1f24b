'use client'

import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ErrorNote } from '@/components/errors/error-note'
import { Time } from '@/components/time/zone'
import { Button } from '@/components/ui/button'
import { cursorPages } from '@/components/ui/data/cursor-pages'
import { ShowMore } from '@/components/ui/data/show-more'
import { ListSkeleton } from '@/components/ui/skeleton'
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
    <section aria-labelledby="review-links" className="flex flex-col gap-2 border-t border-line pt-4">
      <h3 id="review-links" className="font-semibold">
        Links
      </h3>
      {list.error && <ErrorNote isReading error={list.error} onRetry={() => void list.refetch()} />}
      {revoking.error && <ErrorNote error={revoking.error} title="The link was not revoked" />}
      {list.isPending && <ListSkeleton rows={1} label="Loading links" />}
      {list.data && links.length === 0 && <p className="text-sm text-ink-soft">No links yet.</p>}
      {links.length > 0 && (
        <ul className="max-h-72 divide-y divide-line overflow-y-auto">
          {links.map((link) => (
            <LinkRow
              key={link.id}
              link={link}
              isRevoking={revoking.isPending && revoking.variables === link.id}
              onRevoke={mayRevoke ? () => revoking.mutate(link.id) : undefined}
            />
          ))}
        </ul>
      )}
      <ShowMore isSmall query={list} />
    </section>
  )
}

type RowProps = { link: ReviewLink; isRevoking: boolean; onRevoke: (() => void) | undefined }

function LinkRow({ link, isRevoking, onRevoke }: RowProps) {
  const { name, is_open, revoked_at, expires_at, last_opened_at, created_by, story_ids } = link
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <div className="min-w-0 text-sm">
        <p className="text-base font-medium wrap-anywhere">{name}</p>
        <p className="text-ink-soft">
          {is_open ? 'Expires ' : revoked_at ? 'Revoked ' : 'Expired '}
          <Time at={revoked_at ?? expires_at} style="compact" />
          {created_by && ` · ${created_by}`}
          {story_ids.length > 1 && ` · ${plural(story_ids.length, 'story', 'stories')}`}
        </p>
        <p className="text-ink-soft">
          {last_opened_at ? (
            <>
              Last opened <Time at={last_opened_at} style="compact" />
            </>
          ) : (
            'Not opened yet'
          )}
        </p>
      </div>
      {is_open && onRevoke && (
        <Button isSmall tone="danger" isBusy={isRevoking} onClick={onRevoke}>
          Revoke<span className="sr-only"> {name}</span>
        </Button>
      )}
    </li>
  )
}
