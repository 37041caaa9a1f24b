import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { trackingTemplate } from '@/lib/tracking/template-schema'
import { timezone } from './timezone'

/** A brand or a client: everything else belongs to one. */
export const Project = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  slug: z.string().meta({ description: 'Made from the first name and kept, so that tracking values stay comparable.' }),
  industry: z.string().nullable(),
  timezone: z.string().nullable(),
  utm_template: trackingTemplate,
  require_approval: z.boolean().meta({ description: 'Posts wait for an approval before they go out.' }),
  created_at: z.iso.datetime(),
})
export type Project = z.output<typeof Project>

const name = z.string().trim().min(1).max(120)
const settings = {
  industry: z.string().trim().min(1).max(120).nullable().optional(),
  timezone: timezone.nullable().optional(),
  utm_template: trackingTemplate.optional(),
  require_approval: z.boolean().optional(),
}

export const listProjects = contract({
  method: 'GET',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'List the projects',
  description: 'A token that is bound to a project lists that one.',
  scope: 'projects:read',
  query: z.strictObject(pageShape('projects')),
  answers: { 200: z.strictObject({ projects: z.array(Project), next_cursor: nextCursor }) },
})

export const getProject = contract({
  method: 'GET',
  path: '/api/v1/projects/:id',
  tag: 'Projects',
  summary: 'Read a project',
  scope: 'projects:read',
  params: idParams,
  answers: { 200: Project },
  errors: ['not_found'],
})

export const createProject = contract({
  method: 'POST',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'Make a project',
  description: 'Who makes it owns it.',
  scope: 'session',
  idempotent: true,
  body: z.strictObject({ name, ...settings }),
  answers: { 201: Project },
})

export const updateProject = contract({
  method: 'PATCH',
  path: '/api/v1/projects/:id',
  tag: 'Projects',
  summary: 'Change a project',
  description: 'For its owner and admins.',
  scope: 'session',
  params: idParams,
  body: z.strictObject({ name: name.optional(), ...settings }),
  answers: { 200: Project },
  errors: ['not_found', 'insufficient_scope'],
})

export const deleteProject = contract({
  method: 'DELETE',
  path: '/api/v1/projects/:id',
  tag: 'Projects',
  summary: 'Delete a project',
  description: 'For its owner. Its accounts are disconnected and its tokens end at once, so nothing more goes out.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found', 'insufficient_scope'],
})
