'use client'

import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '@/components/dialogs/confirm-dialog'
import { ErrorNote } from '@/components/errors/error-note'
import { useBulkRun } from '@/components/story-list/use-bulk-run'
import { Button } from '@/components/ui/button'
import { Dialog, DialogButtons } from '@/components/ui/dialog'
import { call } from '@/lib/api/client'
import type { ChannelId } from '@/lib/channel-ids'
import { approveQueueItem, listQueue } from '@/lib/openapi/operations.generated'
import type { ListedQueueItem } from '@/lib/queue/contract'
import { plural } from '@/lib/text/number-text'
import { groupBy } from '../queue-stories'

type Props = { projectId: string; channel: ChannelId | null; onClose: () => void }

/** Loads all posts that wait, and approves exactly those. */
export function ApproveAllDialog({ projectId, channel, onClose }: Props) {
  const { data: items, error } = useQuery({
    queryKey: ['to-approve', projectId, channel],
    queryFn: ({ signal }) => loadPending(projectId, channel, signal),
    staleTime: 0,
    gcTime: 0,
    // Exactly the posts of the question are approved.
    refetchOnWindowFocus: false,
  })
  const runAll = useBulkRun(projectId)
  if (!items)
    return (
      <Dialog title="Approve all posts?" onClose={onClose}>
        {error ? (
          <ErrorNote isReading error={error} title="The posts could not be loaded" />
        ) : (
          <p role="status">Loading…</p>
        )}
        <DialogButtons>
          <Button onClick={onClose}>Cancel</Button>
        </DialogButtons>
      </Dialog>
    )
  const byStory = groupBy(items, ({ story_id }) => story_id)
  const approveStory = async (id: string): Promise<void> => {
    // One after the other: they change the same story.
    for (const item of byStory.get(id) ?? []) await call(approveQueueItem, { id: item.id })
  }
  const due = items.filter(({ scheduled_at }) => scheduled_at !== null && Date.parse(scheduled_at) <= Date.now())
  return (
    <ConfirmDialog
      title={`Approve ${plural(items.length, 'post')}?`}
      confirmLabel="Approve all"
      isDanger={false}
      onConfirm={() => runAll({ ids: [...byStory.keys()], run: approveStory, done: 'approved' })}
      onClose={onClose}
    >
      <p>{plural(byStory.size, 'story is', 'stories are')} published at the scheduled time.</p>
      {due.length > 0 && (
        <p>
          {plural(due.length, 'post is', 'posts are')} overdue and {due.length === 1 ? 'is' : 'are'} published right
          away.
        </p>
      )}
    </ConfirmDialog>
  )
}

async function loadPending(
  projectId: string,
  channel: ChannelId | null,
  signal: AbortSignal,
): Promise<ListedQueueItem[]> {
  const items: ListedQueueItem[] = []
  let cursor: string | undefined
  do {
    const page = await call(
      listQueue,
      { project_id: projectId, status: 'pending', channel: channel ?? undefined, limit: 200, cursor },
      { signal },
    )
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}
