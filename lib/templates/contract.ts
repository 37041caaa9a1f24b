import { z } from 'zod'
import { aliased, contract, idParams, nextCursor, pageShape, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { ChannelOverrides, channel, postTypes } from '@/lib/stories/create-contract'

/** Content to start stories from. */
export const Template = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string().meta({ description: 'Unique per project, ignoring case.' }),
  content_type: z.string().nullable().meta({ description: 'Key of a content pillar.' }),
  caption: z.string(),
  hashtags: z.string().nullable(),
  channels: z.array(z.enum(channelIds)),
  post_type: z.enum(postTypes).nullable(),
  channel_overrides: z.record(z.string(), z.unknown()),
  created_at: z.iso.datetime(),
})
export type Template = z.output<typeof Template>

const name = z.string().trim().min(1).max(200)
const contentType = z.string().trim().min(1).max(100)

const contentShape = {
  content_type: contentType.nullish().meta({ description: 'Key of a content pillar.' }),
  caption: z.string().max(100_000).optional(),
  hashtags: z.string().max(5_000).nullish().meta({ description: 'Separated by spaces.' }),
  channels: z.array(channel).max(channelIds.length).optional(),
  post_type: z.enum(postTypes).nullish(),
  channel_overrides: ChannelOverrides.nullish(),
}

export const listTemplates = contract({
  method: 'GET',
  path: '/api/v1/templates',
  tag: 'Templates',
  summary: 'List templates',
  description: 'Newest first.',
  scope: 'templates:read',
  query: aliased(
    {
      ...projectShape,
      ...pageShape('templates'),
      content_type: contentType.optional(),
      q: z.string().trim().min(1).max(200).optional().meta({ description: 'Text in the name or caption.' }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ templates: z.array(Template), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createTemplate = contract({
  method: 'POST',
  path: '/api/v1/templates',
  tag: 'Templates',
  summary: 'Create a template',
  description:
    'To use it, copy its members into a new story and add its id as `template_id`. The story then fills ' +
    '`{{template_name}}` in tracking values. At most 500 per project.',
  scope: 'stories:write',
  idempotent: true,
  body: aliased({ ...projectShape, name, ...contentShape }, projectAlias),
  answers: { 201: Template },
  errors: ['not_found', 'conflict'],
})

export const getTemplate = contract({
  method: 'GET',
  path: '/api/v1/templates/:id',
  tag: 'Templates',
  summary: 'Get a template',
  scope: 'templates:read',
  params: idParams,
  answers: { 200: Template },
  errors: ['not_found'],
})

export const updateTemplate = contract({
  method: 'PATCH',
  path: '/api/v1/templates/:id',
  tag: 'Templates',
  summary: 'Update a template',
  description: 'Stories made from it do not change.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({ name: name.optional(), ...contentShape }),
  answers: { 200: Template },
  errors: ['not_found', 'conflict'],
})

export const deleteTemplate = contract({
  method: 'DELETE',
  path: '/api/v1/templates/:id',
  tag: 'Templates',
  summary: 'Delete a template',
  description: 'Stories made from it stay, without their `template_id`.',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})
