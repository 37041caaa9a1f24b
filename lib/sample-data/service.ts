import type { Transaction } from 'kysely'
import { accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import type { DB } from '@/lib/db/types.generated'
import { conflict } from '@/lib/errors'
import { replacePillars } from '@/lib/pillars/contract'
import { listPillarRows } from '@/lib/pillars/repository'
import * as pillars from '@/lib/pillars/service'
import { lockProject } from '@/lib/projects/repository'
import { createStory } from '@/lib/stories/contract'
import { createStory as create } from '@/lib/stories/operations/create'
import { createTemplate } from '@/lib/templates/contract'
import { findTemplateNamed } from '@/lib/templates/repository'
import * as templates from '@/lib/templates/service'
import type * as contracts from './contract'
import { historyOf } from './history'
import { addImages, removeImages, type SampleImages } from './images'
import { insertPastStories } from './past-posts'
import {
  deleteSampleStories,
  deleteSamplesOf,
  forgetSamples,
  hasSampleData,
  listSampleIds,
  markAsSample,
} from './repository'
import { sampleDrafts, samplePillars, sampleTemplates } from './samples'

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
  const added = await transaction(context.db, async (tx) => {
    await lockProject(tx, projectId)
    if (await hasSampleData(tx, projectId)) throw alreadyAdded()
    const inside = { ...context, db: tx }
    const made = {
      asset: [...images.newIds],
      pillar: await addPillars(inside, projectId),
      template: await addTemplates(inside, projectId),
      post: await insertPastStories(tx, projectId, historyOf(images.urlOf, context.now), context.now),
      draft: await addDrafts(inside, projectId, images),
    }
    for (const kind of ['asset', 'pillar', 'template', 'post', 'draft'] as const)
      await markAsSample(tx, projectId, kind, made[kind])
    return made
  })
  return {
    added: {
      stories: added.post.length + added.draft.length,
      templates: added.template.length,
      pillars: added.pillar.length,
      assets: added.asset.length,
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

async function addDrafts(context: Context, projectId: string, { urlOf }: SampleImages): Promise<string[]> {
  const ids: string[] = []
  for (const { image, ...draft } of sampleDrafts) {
    const slides = [{ media_url: urlOf(image), alt_text: draft.title }]
    const options = { connection_check: 'skip', lint_check: 'skip' }
    const body = createStory.body.parse({ project_id: projectId, ...draft, slides, ...options })
    ids.push((await create(context, body)).story.id)
  }
  return ids
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
  const [templateIds, pillarIds] = [
    await listSampleIds(tx, projectId, 'template'),
    await listSampleIds(tx, projectId, 'pillar'),
  ]
  const stories = await deleteSampleStories(tx, projectId)
  const templates = await deleteSamplesOf(tx, 'templates', projectId, templateIds)
  const pillars = await deleteSamplesOf(tx, 'pillars', projectId, pillarIds)
  await forgetSamples(tx, projectId)
  return { stories, templates, pillars }
}
