import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'

const path = '/api/v1/projects/:id/sample-data'

/** Number of resources. */
const Counts = z.strictObject({
  stories: z.int(),
  templates: z.int(),
  pillars: z.int(),
  assets: z.int(),
  captions: z.int(),
  recurring_posts: z.int(),
  automations: z.int(),
})

export const addSampleData = contract({
  method: 'POST',
  path,
  tag: 'Projects',
  summary: 'Add sample data to a project',
  description:
    'Adds 120 days of published sample posts with metrics, two weeks of planned posts, drafts, images, templates, captions, ' +
    'a recurring post and an automation that are off, and pillars if the project has none. All times are in the zone of ' +
    'the project. Planned posts wait for approval and are never published to a real account. Nothing is sent to a network, ' +
    'and no event or webhook is emitted. Needs the role admin.',
  scope: 'stories:write',
  params: idParams,
  idempotent: true,
  answers: { 201: z.strictObject({ added: Counts }) },
  errors: ['not_found', 'conflict'],
})

export const removeSampleData = contract({
  method: 'DELETE',
  path,
  tag: 'Projects',
  summary: 'Remove sample data from a project',
  description:
    'Deletes what was added, and captions that were copied from sample posts. A sample draft that was scheduled, a planned ' +
    'post that was published, a recurring post or automation that was turned on, and an image that a remaining story uses ' +
    'stay. Safe to repeat. Needs the role admin.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ removed: Counts }) },
  errors: ['not_found'],
})
