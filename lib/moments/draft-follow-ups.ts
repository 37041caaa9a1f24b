import { systemClock } from '@/lib/clock'
import { isOutage } from '@/lib/db/outage'
import { type Database, transaction } from '@/lib/db/pool'
import { AppError } from '@/lib/errors'
import { appendEvent } from '@/lib/events/append'
import { newId } from '@/lib/ids'
import { log } from '@/lib/logger'
import { StoryChecks } from '@/lib/stories/checks/story-checks'
import { type Content, contentOfRow } from '@/lib/stories/content/content'
import { headlineOf } from '@/lib/stories/content/headline'
import { insertCreated } from '@/lib/stories/operations/create'
import { withoutPastPins } from '@/lib/stories/operations/duplicate'
import { findStory } from '@/lib/stories/repository'
import { lockStoryRows } from '@/lib/stories/rows/lock-stories'
import { momentColumns } from './repository'
import { serializeMoment } from './serializer'

/** Drafts a follow-up for each moment that is due. Drafts are never scheduled. */
export async function draftFollowUps(db: Database): Promise<number> {
  let drafted = 0
  const due = await db.selectFrom('moments').select('id').where('is_draft_due', '=', true).orderBy('id').execute()
  for (const { id } of due) {
    try {
      if (await draftFollowUp(db, id)) drafted += 1
    } catch (error) {
      if (isOutage(error)) throw error
      // The next run tries again.
      log.error('moments.draft_failed', { moment_id: id, cause: error })
    }
  }
  return drafted
}

/** Draft, status and event commit together, so a crash leaves the moment due. */
async function draftFollowUp(db: Database, id: string): Promise<boolean> {
  return transaction(db, async (tx) => {
    const moment = await tx
      .selectFrom('moments')
      .select([...momentColumns, 'is_draft_due'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!moment?.is_draft_due) return false
    const end = (changes: { status?: 'acted_on'; draft_story_id?: string }) =>
      tx
        .updateTable('moments')
        .set({ is_draft_due: false, ...changes })
        .where('id', '=', id)
        .returning(momentColumns)
        .executeTakeFirstOrThrow()
    // Moments of one story are drafted one at a time.
    if (moment.story_id) await lockStoryRows(tx, [moment.story_id])
    const story = moment.story_id ? await findStory(tx, moment.project_id, moment.story_id) : undefined
    if (moment.status !== 'new' || !story) {
      await end({})
      return false
    }
    // Another moment of the same story has a draft already.
    const other = await tx
      .selectFrom('moments')
      .select('draft_story_id')
      .where('story_id', '=', story.id)
      .where('draft_story_id', 'is not', null)
      .limit(1)
      .executeTakeFirst()
    if (other?.draft_story_id) {
      await end({ status: 'acted_on', draft_story_id: other.draft_story_id })
      return false
    }
    const now = systemClock()
    const checks = await StoryChecks.open(tx, moment.project_id, now)
    const content = followUpTo(contentOfRow(story), now)
    try {
      await checks.check(content, { lint_check: 'enforce' }, { isDraft: true })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      log.info('moments.draft_refused', { moment_id: id, code: error.code })
      await end({})
      return false
    }
    const template = await checks.templateName(content.template_id)
    const created = await insertCreated(checks, {
      id: newId(),
      content,
      at: null,
      resolved: null,
      tracking: checks.trackingContext({ templateName: template.name, automationName: null }),
      warnings: [],
      origin: { actor: null, copyOf: story.id },
    })
    const row = await end({ status: 'acted_on', draft_story_id: created.story.id })
    await appendEvent(tx, {
      projectId: moment.project_id,
      event: 'moment.auto_drafted',
      data: { moment: serializeMoment(row), story: created.story },
      storyId: created.story.id,
    })
    return true
  })
}

const titleMax = 200

const followUpTo = (content: Content, now: Date): Content => ({
  ...withoutPastPins(content, now),
  title: `Follow-up: ${headlineOf(content)}`.slice(0, titleMax),
})
