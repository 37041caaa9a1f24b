import { hashToken } from '@/lib/auth/tokens'
import { database } from '@/lib/db/pool'
import { newId } from '@/lib/ids'
import { contentHash } from '@/lib/stories/content/client-review'
import { contentOfRow } from '@/lib/stories/content/content'
import { findStory } from '@/lib/stories/repository'
import { insertStory } from '../database/story-rows'
import type { Caller } from '../faults/callers'

/** Comments and review links. Each list has one of another project, and one that does not exist. */
export type TeamworkPools = Record<
  'storyComment' | 'reviewLink' | 'reviewToken' | 'reviewedStory' | 'contentVersion',
  string[]
>

/** Enough that some are left after the requests that delete them. */
const ownCount = 8

export async function insertTeamwork(mine: Caller, theirs: Caller): Promise<TeamworkPools> {
  const owners = [...Array.from({ length: ownCount }, () => mine), theirs]
  const made = await Promise.all(owners.map(insertOne))
  // One more, whose link is never revoked.
  const open = await insertOne(mine)
  const own = [...made.slice(0, ownCount), open]
  // Each link shows all stories, so that most pairs of a link and a story are valid.
  await database()
    .insertInto('review_link_stories')
    .values(own.flatMap(({ link }) => own.map(({ story }) => ({ review_link_id: link, story_id: story }))))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const story = await findStory(database(), mine.projectId, open.story)
  return {
    storyComment: [...made.map(({ comment }) => comment), newId()],
    reviewLink: [...made.map(({ link }) => link), newId()],
    reviewToken: [...made.map(({ token }) => token), open.token, 'unknown'],
    reviewedStory: [...made.map((one) => one.story), open.story, newId()],
    // All have the same content.
    contentVersion: [story ? contentHash(contentOfRow(story)) : ''],
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
