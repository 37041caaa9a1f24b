import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { trackingTemplate } from '@/lib/projects/tracking-template-schema'
import { holidayCountriesField } from './holiday-countries'
import { timezone } from './timezone'

/** A brand or client. Everything else belongs to a project. */
export const Project = z.strictObject({
  id: z.uuid(),
  name: z.string(),
  slug: z
    .string()
    .meta({ description: 'Derived from the first name. Never changes, so that tracking values stay comparable.' }),
  industry: z.string().nullable(),
  timezone: z.string().nullable(),
  utm_template: trackingTemplate,
  require_approval: z.boolean().meta({ description: 'Posts need approval before they are published.' }),
  auto_draft_moments: z
    .boolean()
    .meta({ description: 'Moments of high and exceptional severity are drafted as follow-ups.' }),
  holiday_countries: holidayCountriesField,
  created_at: z.iso.datetime(),
})
export type Project = z.output<typeof Project>

const name = z.string().trim().min(1).max(120)
const settings = {
  industry: z.string().trim().min(1).max(120).nullable().optional(),
  timezone: timezone.nullable().optional(),
  utm_template: trackingTemplate.optional(),
  require_approval: z.boolean().optional(),
  auto_draft_moments: z.boolean().optional(),
  holiday_countries: holidayCountriesField.optional(),
}

export const listProjects = contract({
  method: 'GET',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'List the projects',
  description: 'A token limited to a project lists that project.',
  scope: 'projects:read',
  query: z.strictObject(pageShape('projects')),
  answers: { 200: z.strictObject({ projects: z.array(Project), next_cursor: nextCursor }) },
})

export const getProject = contract({
  method: 'GET',
  path: '/api/v1/projects/:id',
  tag: 'Projects',
  summary: 'Get a project',
  scope: 'projects:read',
  params: idParams,
  answers: { 200: Project },
  errors: ['not_found'],
})

export const createProject = contract({
  method: 'POST',
  path: '/api/v1/projects',
  tag: 'Projects',
  summary: 'Create a project',
  description: 'The creator becomes its owner.',
  scope: 'session',
  idempotent: true,
  body: z.strictObject({ name, ...settings }),
  answers: { 201: Project },
})

export const updateProject = contract({
  method: 'PATCH',
  path: '/api/v1/projects/:id',
  tag: 'Projects',
  summary: 'Update a project',
  description: 'For owners and admins.',
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
  description: 'For owners. Disconnects its accounts and revokes its tokens at once, so nothing more is published.',
  scope: 'session',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found', 'insufficient_scope'],
})
