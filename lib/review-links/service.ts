import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { cutPage, decodeCursor } from '@/lib/api/pagination'
import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import { transaction } from '@/lib/db/pool'
import { appUrl } from '@/lib/env'
import { notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { findProject } from '@/lib/projects/repository'
import { lockStories } from '@/lib/stories/repository'
import { actorOf, recordAll } from '@/lib/stories/timeline/history'
import type * as contracts from './contract'
import { findLink, insertLink, type LinkRow, listLinkRows, markRequested, setRevoked } from './repository'
import { serializeLink } from './serializer'

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listReviewLinks>,
): Promise<AnswerOf<typeof contracts.listReviewLinks>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:read')
  const rows = await listLinkRows(context.db, projectId, {
    storyId: input.story_id,
    after: decodeCursor(input.cursor),
    limit: input.limit + 1,
  })
  const { page, next_cursor } = cutPage('review_links', rows, input.limit)
  return { review_links: page.map(serializeLink), next_cursor }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createReviewLink>,
): Promise<AnswerOf<typeof contracts.createReviewLink>> {
  const { projectId } = await accessProject(context, input.project_id, 'stories:write')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const token = newLinkToken()
  const link = {
    id: newId(),
    projectId,
    userId: context.principal.userId,
    name: input.name ?? project.name,
    days: input.expires_in_days,
  }
  return transaction(context.db, async (tx) => {
    const held = await lockStories(tx, projectId, input.story_ids)
    const found = new Set(held.map(({ story }) => story.id))
    if (found.size === 0) throw notFound('story')
    const issues = input.story_ids.flatMap((storyId, index) =>
      found.has(storyId)
        ? []
        : [{ path: `story_ids.${index}`, code: 'not_found', message: 'is no story of this project' }],
    )
    if (issues.length > 0) throw validationError(issues)
    await insertLink(tx, link, hashToken(token), input.story_ids)
    const stories = await markRequested(tx, projectId, input.story_ids)
    const actor = actorOf(context.principal)
    const detail = { name: link.name, review_link_id: link.id }
    await recordAll(
      tx,
      stories.map((story) => ({ story, action: { kind: 'review_requested', actor, detail } })),
    )
    const row = await findLink(tx, projectId, link.id)
    if (!row) throw notFound('review link')
    return { review_link: serializeLink(row), url: `${appUrl()}/review/${token}` }
  })
}

export async function revoke(
  context: Context,
  { id }: InputOf<typeof contracts.revokeReviewLink>,
): Promise<AnswerOf<typeof contracts.revokeReviewLink>> {
  const { projectId } = await accessOwned(context, 'review_links', id, 'stories:write')
  const row = await transaction(context.db, async (tx): Promise<LinkRow | undefined> => {
    await setRevoked(tx, projectId, id)
    return findLink(tx, projectId, id)
  })
  if (!row) throw notFound('review link')
  return { review_link: serializeLink(row) }
}
