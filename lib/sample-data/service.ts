import type { Transaction } from 'kysely'
import { accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { insertAutomation } from '@/lib/automations/repository'
import { nextRunOf } from '@/lib/automations/trigger'
import { insertCaptions } from '@/lib/captions/corpus/repository'
import type { ChannelId } from '@/lib/channel-ids'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { replacePillars } from '@/lib/pillars/contract'
import { listPillarRows } from '@/lib/pillars/repository'
import * as pillars from '@/lib/pillars/service'
import { findProject, lockProject } from '@/lib/projects/repository'
import { createRecurringTemplate } from '@/lib/recurring/contract'
import * as recurring from '@/lib/recurring/service'
import { createStory } from '@/lib/stories/contract'
import { createStory as create } from '@/lib/stories/operations/create'
import { createTemplate } from '@/lib/templates/contract'
import { findTemplateNamed } from '@/lib/templates/repository'
import * as templates from '@/lib/templates/service'
import { approvedCaptions, type SampleCaption, waitingCaptions } from './caption-library'
import type * as contracts from './contract'
import { historyOf } from './history'
import { addImages, removeImages, type SampleImages } from './images'
import { insertPastStories } from './past-posts'
import { type PictureName, pictures } from './pictures'
import { planDrafts, plannedPosts } from './planned-posts'
import {
  deleteSampleStories,
  deleteSamplesOf,
  forgetSamples,
  hasSampleData,
  listSampleIds,
  markAsSample,
  sampleKinds,
} from './repository'
import { sampleAutomation, sampleDrafts, samplePillars, sampleRecurring, sampleTemplates } from './samples'

const alreadyAdded = () => conflict('This project has sample data. Remove it before you add it again.')

/** Adds everything but the images in one transaction. The images are kept if it fails: a repeat finds them. */
export async function add(
  context: Context,
  { id }: InputOf<typeof contracts.addSampleData>,
): Promise<AnswerOf<typeof contracts.addSampleData>> {
  const access = await accessProject(context, id, 'stories:write')
  requireRole(context, access, 'admin')
  const { projectId } = access
  if (await hasSampleData(context.db, projectId)) throw alreadyAdded()
  const images = await addImages(context.db, projectId)
  const made = await transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    if (await hasSampleData(tx, projectId)) throw alreadyAdded()
    const zone = (await findProject(tx, projectId))?.timezone ?? 'UTC'
    const inside = { ...context, db: tx }
    const stories = { inside, projectId, images }
    const ids = {
      asset: [...images.newIds],
      pillar: await addPillars(inside, projectId),
      template: await addTemplates(inside, projectId),
      post: await insertPastStories(tx, projectId, historyOf(images.urlOf, context.now, zone), context.now),
      draft: await addDrafts(stories, sampleDrafts),
      planned: await addPlanned(tx, stories, zone),
      caption: await addCaptions(tx, projectId),
      recurring: await addRecurring(stories, zone),
      automation: await addAutomation(tx, context, projectId, zone),
    }
    for (const kind of sampleKinds) await markAsSample(tx, projectId, kind, ids[kind])
    return ids
  })
  return {
    added: {
      stories: made.post.length + made.draft.length + made.planned.length,
      templates: made.template.length,
      pillars: made.pillar.length,
      assets: made.asset.length,
      captions: made.caption.length,
      recurring_posts: made.recurring.length,
      automations: made.automation.length,
    },
  }
}

/** None if the project has pillars of its own. */
async function addPillars(context: Context, projectId: string): Promise<string[]> {
  if ((await listPillarRows(context.db, projectId)).length > 0) return []
  const { pillars: items } = replacePillars.body.parse({ pillars: samplePillars })
  const added = await pillars.replace(context, { id: projectId, pillars: items })
  return added.pillars.map(({ id }) => id)
}

async function addTemplates(context: Context, projectId: string): Promise<string[]> {
  const ids: string[] = []
  for (const template of sampleTemplates) {
    if (await findTemplateNamed(context.db, projectId, template.name)) continue
    const body = createTemplate.body.parse({ project_id: projectId, ...template })
    ids.push((await templates.create(context, body)).id)
  }
  return ids
}

type Stories = { inside: Context; projectId: string; images: SampleImages }
type Draft = {
  title: string
  caption: string
  content_type: string
  channels: readonly ChannelId[]
  picture: PictureName
}

const slideOf = ({ images }: Stories, picture: PictureName) => ({
  media_url: images.urlOf(picture),
  alt_text: pictures[picture].title,
})

async function addDrafts(stories: Stories, drafts: readonly Draft[]): Promise<string[]> {
  const ids: string[] = []
  for (const { title, caption, content_type, channels, picture } of drafts) {
    const body = createStory.body.parse({
      ...{ project_id: stories.projectId, title, caption, content_type, channels },
      slides: [slideOf(stories, picture)],
      ...{ connection_check: 'skip', lint_check: 'skip' },
    })
    ids.push((await create(stories.inside, body)).story.id)
  }
  return ids
}

async function addPlanned(tx: Transaction<DB>, stories: Stories, zone: string): Promise<string[]> {
  const posts = plannedPosts(stories.inside.now, zone)
  const ids = await addDrafts(stories, posts)
  const drafts = posts.map(({ at }, index) => ({ id: ids[index] ?? '', at }))
  await planDrafts(tx, stories.projectId, drafts)
  return ids
}

/** Captions that the project has already stay its own. */
async function addCaptions(tx: Transaction<DB>, projectId: string): Promise<string[]> {
  const valuesOf = (list: readonly SampleCaption[], approved: boolean) =>
    list.map(([content_type, caption, channel = null]) => ({
      ...{ content_type, caption, channel, approved, source: 'seed' as const },
    }))
  const captions = [...valuesOf(waitingCaptions, false), ...valuesOf(approvedCaptions, true)]
  return (await insertCaptions(tx, projectId, captions)).map(({ id }) => id)
}

async function addRecurring(stories: Stories, timezone: string): Promise<string[]> {
  const { picture, story, ...settings } = sampleRecurring
  const body = createRecurringTemplate.body.parse({
    ...{ ...settings, timezone },
    story: { ...story, slides: [slideOf(stories, picture)] },
  })
  return [(await recurring.create(stories.inside, { id: stories.projectId, ...body })).id]
}

/** Written directly, because the caller’s token may have no scope for automations. */
async function addAutomation(
  tx: Transaction<DB>,
  { now }: Context,
  projectId: string,
  timezone: string,
): Promise<string[]> {
  const { name, cadence, channels } = sampleAutomation
  const templateId = (await findTemplateNamed(tx, projectId, name)) ?? null
  const trigger = { kind: 'schedule' as const, cadence, timezone }
  const { id } = await insertAutomation(tx, {
    ...{ id: newId(), project_id: projectId, name, trigger, connector_id: null, template_id: templateId },
    ...{ channels, mode: 'draft', schedule: { kind: 'next_free_time' }, attach_media: true },
    ...{ active: false, next_run_at: nextRunOf(trigger, now) },
  })
  return [id]
}

export async function remove(
  context: Context,
  { id }: InputOf<typeof contracts.removeSampleData>,
): Promise<AnswerOf<typeof contracts.removeSampleData>> {
  const access = await accessProject(context, id, 'stories:write')
  requireRole(context, access, 'admin')
  const { projectId } = access
  const assetIds = await listSampleIds(context.db, projectId, 'asset')
  const removed = await transaction(context.db, (tx) => removeRows(tx, projectId))
  const assets = await removeImages(context, projectId, assetIds)
  return { removed: { ...removed, assets } }
}

async function removeRows(tx: Transaction<DB>, projectId: string) {
  await lockProject(tx, projectId)
  const stories = await deleteSampleStories(tx, projectId)
  const automations = await deleteSamplesOf(tx, 'automation', projectId)
  const recurring_posts = await deleteSamplesOf(tx, 'recurring', projectId)
  const templates = await deleteSamplesOf(tx, 'template', projectId)
  const pillars = await deleteSamplesOf(tx, 'pillar', projectId)
  const captions = await deleteSamplesOf(tx, 'caption', projectId)
  await forgetSamples(tx, projectId)
  return { stories, templates, pillars, captions, recurring_posts, automations }
}
