import { z } from 'zod'
import { contract, idParams } from '@/lib/api/contract'

/** How far a project has come on its way to the first post. */
export const Checklist = z.strictObject({
  is_connected: z.boolean().meta({ description: 'An account is connected.' }),
  has_story: z.boolean(),
  has_scheduled: z.boolean().meta({ description: 'A story has, or had, a time.' }),
  live_story_id: z
    .uuid()
    .nullable()
    .meta({ description: 'The first story that reached a channel; null while none has.' }),
})
export type Checklist = z.output<typeof Checklist>

export const getChecklist = contract({
  method: 'GET',
  path: '/api/v1/projects/:id/checklist',
  tag: 'Projects',
  summary: 'Read the first steps of a project',
  description: 'For the list that leads a newcomer from the first account to the first post.',
  scope: 'projects:read',
  params: idParams,
  answers: { 200: Checklist },
  errors: ['not_found'],
})
