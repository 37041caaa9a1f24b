import { z } from 'zod'
import { contract, idParams, nextCursor, pageShape } from '@/lib/api/contract'
import { InsightFilter } from './filter'

/** How the dashboard shows a saved search. */
const SavedView = z.strictObject({
  screen: z.enum(['stories', 'top_posts']).meta({ description: 'The screen that lists it.' }),
  q: z.string().max(200).nullish().meta({ description: 'Text search in the list of stories.' }),
  sort: z.string().max(50).nullish().meta({ description: 'Column of the list of stories, with `-` for descending.' }),
  review: z
    .enum(['waiting', 'rejected'])
    .nullish()
    .meta({ description: 'Only stories that wait for approval, or were rejected, in the list of stories.' }),
  author: z.uuid().nullish().meta({ description: 'Author in the list of stories, a user id.' }),
  date: z.string().max(20).nullish().meta({ description: 'Range of days in the list of stories, such as `last-30`.' }),
  hidden_columns: z.array(z.string().max(50)).max(20).nullish(),
})
export type SavedView = z.output<typeof SavedView>

/** A filter that a user saved. Other users of the project cannot see it. */
export const SavedSearch = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  user_id: z.uuid(),
  name: z.string(),
  filter: InsightFilter.meta({ description: 'The members that are set.' }),
  view: SavedView.nullable().meta({ description: 'Set by the dashboard. `POST /api/insights/run` ignores it.' }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type SavedSearch = z.output<typeof SavedSearch>

const name = z.string().trim().min(1).max(100).meta({ description: 'Unique per user and project, ignoring case.' })

export const listSavedSearches = contract({
  method: 'GET',
  path: '/api/projects/:id/saved-searches',
  tag: 'Insights',
  summary: 'List your saved searches of a project',
  description: 'Newest first. A token sees those of its owner.',
  scope: 'stories:read',
  params: idParams,
  query: z.strictObject(pageShape('saved_searches')),
  answers: { 200: z.strictObject({ saved_searches: z.array(SavedSearch), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const createSavedSearch = contract({
  method: 'POST',
  path: '/api/projects/:id/saved-searches',
  tag: 'Insights',
  summary: 'Save a search',
  description: 'A user can have 100 per project. A name that is taken is a `conflict`.',
  scope: 'stories:write',
  idempotent: true,
  params: idParams,
  body: z.strictObject({ name, filter: InsightFilter.default({}), view: SavedView.nullish() }),
  answers: { 201: SavedSearch },
  errors: ['not_found', 'conflict'],
})

export const getSavedSearch = contract({
  method: 'GET',
  path: '/api/saved-searches/:id',
  tag: 'Insights',
  summary: 'Get a saved search',
  scope: 'stories:read',
  params: idParams,
  answers: { 200: SavedSearch },
  errors: ['not_found'],
})

export const updateSavedSearch = contract({
  method: 'PATCH',
  path: '/api/saved-searches/:id',
  tag: 'Insights',
  summary: 'Rename a saved search or change its filter',
  description: 'A `filter` replaces the saved one as a whole.',
  scope: 'stories:write',
  params: idParams,
  body: z.strictObject({
    name: name.optional(),
    filter: InsightFilter.optional(),
    view: SavedView.nullable().optional(),
  }),
  answers: { 200: SavedSearch },
  errors: ['not_found', 'conflict'],
})

export const deleteSavedSearch = contract({
  method: 'DELETE',
  path: '/api/saved-searches/:id',
  tag: 'Insights',
  summary: 'Delete a saved search',
  scope: 'stories:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})
