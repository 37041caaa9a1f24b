import type { Context } from '@/lib/api/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { accessProject } from '@/lib/projects/access'
import type { listQueue as contract } from './contract'
import { listQueueRows } from './repository'
import { serializeQueueItem } from './serializer'

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
  return { items: page.map(serializeQueueItem), next_cursor }
}
