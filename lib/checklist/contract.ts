import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'

/** A project's progress to its first post. */
export const Checklist = z.strictObject({
  is_connected: z.boolean().meta({ description: 'An account is connected.' }),
  has_story: z.boolean(),
  has_scheduled: z.boolean().meta({ description: 'A story is or was scheduled.' }),
  has_sample_data: z.boolean().meta({ description: 'Sample data counts for none of the other members.' }),
  live_story_id: z.uuid().nullable().meta({ description: 'The first published story, or null.' }),
})
export type Checklist = z.output<typeof Checklist>

export const getChecklist = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/checklist',
  tag: 'Projects',
  summary: 'Get the setup checklist of a project',
  description: 'The steps from connecting an account to the first post.',
  scope: 'projects:read',
  params: idParams,
  answers: { 200: Checklist },
  errors: ['not_found'],
})
