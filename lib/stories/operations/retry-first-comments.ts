import { sql } from 'kysely'
import { accessOwned } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { conflict, validationError } from '@/lib/errors'
import { type FirstCommentRow, serializeFirstComment } from '@/lib/first-comments/repository'
import { repeatedChannels } from '../content/content'
import type { retryFirstComments as contract } from '../contract'
import { actorOf, recordAll } from '../timeline/history'

/**
 * Retries failed first comments: all of them, or those in the request.
 *
 * @throws conflict when none failed, or a requested one did not
 */
export async function retryFirstComments(
  context: Context,
  { id, channels }: InputOf<typeof contract>,
): Promise<AnswerOf<typeof contract>> {
  const { projectId } = await accessOwned(context, 'stories', id, 'stories:publish')
  const repeated = repeatedChannels(channels ?? [])
  if (repeated.length > 0) throw validationError(repeated)
  const rows = await transaction(context.db, async (tx) => {
    const { rows } = await sql<FirstCommentRow>`
      update first_comments set status = 'pending', error_code = null, error = null, attempt_count = 0, claims = 0,
        looks = 0, lost_sends = 0, is_duplicate_refused = false, sent_at = null,
        due_since = now(), next_attempt_at = now(), fence = fence + 1, updated_at = now()
      where story_id = ${id} and project_id = ${projectId} and status = 'failed'
        and (${channels ?? null}::text[] is null or channel = any(${channels ?? null}::text[]))
      returning *`.execute(tx)
    if (rows.length === 0) throw conflict('No first comment of this story failed, so there is nothing to retry.')
    const other = channels?.find((channel) => !rows.some((row) => row.channel === channel))
    if (other)
      throw conflict(`The first comment on ${other} did not fail, so it cannot be retried. Leave it out of channels.`)
    const story = { id, project_id: projectId }
    const actor = actorOf(context.principal)
    await recordAll(
      tx,
      rows.map(({ channel }) => ({ story, action: { kind: 'first_comment_retried', actor, channel } })),
    )
    return rows
  })
  return { first_comments: Object.fromEntries(rows.map((row) => [row.channel, serializeFirstComment(row)])) }
}
