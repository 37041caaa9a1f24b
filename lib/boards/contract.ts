import { z } from 'zod'
import { aliased, contract, projectAlias, projectShape } from '@/lib/api/contract'
import { SocialConnection } from '@/lib/connections/contract'

const privacies = ['PUBLIC', 'PROTECTED', 'SECRET'] as const

/** A board of the connected Pinterest account. */
export const PinterestBoard = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  privacy: z.enum(privacies),
  pin_count: z.int().nullable(),
  cover_image_url: z.string().nullable(),
  is_default: z.boolean().meta({ description: 'Stories without a board use this one.' }),
  created_at: z.iso.datetime().nullable(),
})
export type PinterestBoard = z.output<typeof PinterestBoard>

export const PinterestSection = z.strictObject({ id: z.string(), name: z.string() })
export type PinterestSection = z.output<typeof PinterestSection>

const refresh = z.enum(['1', 'true', '0', 'false'], { error: 'must be 1 or omitted' }).optional().meta({
  description: '`1` refreshes the list. By default the cached list is used if it is less than 24 hours old.',
})

/** Age of a cached list, and why it is not newer. */
const cacheShape = {
  fetched_at: z.iso.datetime().meta({ description: 'When the list was last fetched from Pinterest.' }),
  is_stale: z.boolean().meta({ description: 'Pinterest could not be reached, so this is the cached list.' }),
  stale_reason: z.string().nullable(),
}
const defaultShape = { default_board_id: z.string().nullable(), default_board_name: z.string().nullable() }

const path = '/api/social-connections/pinterest/boards'

export const listPinterestBoards = contract({
  method: 'GET',
  path,
  tag: 'Connections',
  summary: 'List the Pinterest boards',
  description:
    'The boards of the connected Pinterest account, cached for 24 hours. When Pinterest is unavailable the ' +
    'cached list is returned with `is_stale`. When it rejects the connection, the error is `provider_error` at first and ' +
    '`missing_connection` from then on. A missing permission is a `conflict` that names it.',
  scope: 'connections:read',
  query: aliased({ ...projectShape, refresh }, projectAlias),
  answers: { 200: z.strictObject({ boards: z.array(PinterestBoard), ...defaultShape, ...cacheShape }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})

const boardId = z.string().trim().min(1).max(200)

export const setDefaultPinterestBoard = contract({
  method: 'PATCH',
  path,
  tag: 'Connections',
  summary: 'Set the default Pinterest board',
  description:
    'The board must belong to the account. A board that is not cached is looked up at Pinterest. `null` clears the ' +
    'default.',
  scope: 'connections:write',
  body: aliased(
    {
      ...projectShape,
      default_board_id: boardId.nullable(),
      default_board_name: z.string().max(500).nullish().meta({
        description: 'Optional and ignored: Pinterest’s name is used.',
      }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ ...defaultShape, connection: SocialConnection }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})

/** Either case: Pinterest uses upper case, the interface lower case. */
const privacy = z.preprocess(
  (given) => (typeof given === 'string' ? given.toUpperCase() : given),
  z.enum(privacies, { error: `must be one of ${privacies.join(', ')}` }),
)

export const createPinterestBoard = contract({
  method: 'POST',
  path,
  tag: 'Connections',
  summary: 'Create a Pinterest board',
  description:
    'Creates the board at Pinterest and caches it. Board names are unique per account: ' +
    'a duplicate is a `conflict`, as is a connection without `boards:write`. `SECRET` needs a connection ' +
    'with access to secret boards.',
  scope: 'connections:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      name: z.string().trim().min(1).max(180),
      description: z.string().max(500).nullish(),
      privacy: privacy.optional().meta({ description: 'Default: `PUBLIC`.' }),
      set_as_default: z.boolean().optional(),
    },
    projectAlias,
  ),
  answers: { 201: z.strictObject({ board: PinterestBoard, ...defaultShape }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})

export const listPinterestSections = contract({
  method: 'GET',
  path: `${path}/:id/sections`,
  tag: 'Connections',
  summary: 'List the sections of a Pinterest board',
  description: 'Cached for 24 hours, like the boards.',
  scope: 'connections:read',
  params: z.strictObject({ id: boardId }),
  query: aliased({ ...projectShape, refresh }, projectAlias),
  answers: { 200: z.strictObject({ board_id: z.string(), sections: z.array(PinterestSection), ...cacheShape }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})
