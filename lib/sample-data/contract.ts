import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'

const path = '/api/v1/projects/:id/sample-data'

/** Number of resources. */
const Counts = z.strictObject({
  stories: z.int(),
  templates: z.int(),
  pillars: z.int(),
  assets: z.int(),
})

export const addSampleData = contract({
  method: 'POST',
  path,
  tag: 'Projects',
  summary: 'Add sample data to a project',
  description:
    'Adds 120 days of published sample posts with metrics, drafts, images, templates, and pillars if the project has none. ' +
    'Nothing is sent to a network, and no event or webhook is emitted. Needs the role admin.',
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
    'Deletes what was added. A sample draft that was scheduled or published stays, and so does an image that a remaining ' +
    'story uses. Safe to repeat. Needs the role admin.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ removed: Counts }) },
  errors: ['not_found'],
})
