import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { serializeQueueItem } from '@/lib/queue-items/serializer'
import type { listQueue as contract, ListedQueueItem } from './contract'
import { type ListedRow, listQueueRows } from './repository'

export async function listQueue(context: Context, input: InputOf<typeof contract>): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessProject(context, input.project_id, 'queue:read')
  const rows = await listQueueRows(context.db, projectId, {
    statuses: input.status,
    channels: input.channel,
    storyId: input.story_id,
    from: input.from,
    to: input.to,
    isPinDue: input.pin === 'due',
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  })
  const { page, next_cursor } = cutPage('queue', rows, input.limit)
  return { items: page.map(serializeListedItem), next_cursor }
}

const serializeListedItem = (row: ListedRow): ListedQueueItem => ({
  ...serializeQueueItem(row),
  story_status: row.story_status,
  picture_url: row.picture_url,
})
