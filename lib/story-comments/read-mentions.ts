import type { Transaction } from 'kysely'
import type { DB } from '@/lib/db/types.generated'
import { invalid } from '@/lib/errors'
import { mentionedIds } from './mention-marks'
import { type Mentioned, membersAmong } from './repository'

/**
 * The members that a text mentions.
 *
 * @throws validation_error for users who are not members of the project
 */
export async function readMentions(tx: Transaction<DB>, projectId: string, body: string): Promise<Mentioned[]> {
  const ids = mentionedIds(body)
  const members = await membersAmong(tx, projectId, ids)
  const unknown = ids.find((id) => !members.some(({ user_id }) => user_id === id))
  if (unknown) {
    throw invalid('body', `mentions ${unknown}, who is not a member of this project. Remove the mention.`, 'no_member')
  }
  return members
}
