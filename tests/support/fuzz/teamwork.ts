import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { insertStory } from '../database/story-rows'
import type { Caller } from '../faults/callers'

/** Comments and review links. Each list has one of another project, and one that does not exist. */
export type TeamworkPools = Record<'storyComment' | 'reviewLink' | 'reviewToken' | 'reviewedStory', string[]>

/** Enough that some are left after the requests that delete them. */
const ownCount = 8

export async function insertTeamwork(mine: Caller, theirs: Caller): Promise<TeamworkPools> {
  const owners = [...Array.from({ length: ownCount }, () => mine), theirs]
  const made = await Promise.all(owners.map(insertOne))
  return {
    storyComment: [...made.map(({ comment }) => comment), newId()],
    reviewLink: [...made.map(({ link }) => link), newId()],
    // One more, whose link is never revoked.
    reviewToken: [...made.map(({ token }) => token), (await insertOne(mine)).token, 'unknown'],
    reviewedStory: [...made.map(({ story }) => story), newId()],
  }
}

async function insertOne({ projectId: project_id, userId }: Caller) {
  const db = database()
  const words = { channels: ['x' as const], caption: 'Fresh bread', dueIn: 86_400, status: 'pending' as const }
  const { storyId: story } = await insertStory(db, { ...words, projectId: project_id })
  const [comment, link] = [newId(), newId()]
  const token = `fuzz-${link}`
  await db
    .insertInto('story_comments')
    .values({ id: comment, project_id, story_id: story, audience: 'team', user_id: userId, body: 'Fuzz' })
    .execute()
  await db
    .insertInto('review_links')
    .values({
      ...{ id: link, project_id, created_by: userId, token_hash: hashToken(token), name: 'Fuzz' },
      expires_at: new Date('2036-01-01'),
    })
    .execute()
  await db.insertInto('review_link_stories').values({ review_link_id: link, story_id: story }).execute()
  return { story, comment, link, token }
}
