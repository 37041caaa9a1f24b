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
  is_default: z.boolean().meta({ description: 'Pins of stories that name no board go here.' }),
  created_at: z.iso.datetime().nullable(),
})
export type PinterestBoard = z.output<typeof PinterestBoard>

export const PinterestSection = z.strictObject({ id: z.string(), name: z.string() })
export type PinterestSection = z.output<typeof PinterestSection>

const refresh = z.enum(['1', 'true', '0', 'false'], { error: 'must be 1, or left out' }).optional().meta({
  description: '`1` asks Pinterest now. Else the kept list is answered, and asked for anew when older than 24 hours.',
})

/** How old an answer is, and why it is not newer. */
const keptShape = {
  fetched_at: z.iso.datetime().meta({ description: 'When Pinterest last gave the list.' }),
  is_stale: z.boolean().meta({ description: 'Pinterest could not be asked, and the kept list is answered.' }),
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
    'The boards of the connected Pinterest account, from a list that is kept for 24 hours. When Pinterest is away the ' +
    'kept list is answered with `is_stale`; when it refuses the connection, the answer is `provider_error` at first and ' +
    '`missing_connection` from then on. A permission that was not granted is a `conflict` that names it.',
  scope: 'connections:read',
  query: aliased({ ...projectShape, refresh }, projectAlias),
  answers: { 200: z.strictObject({ boards: z.array(PinterestBoard), ...defaultShape, ...keptShape }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})

const boardId = z.string().trim().min(1).max(200)

export const setDefaultPinterestBoard = contract({
  method: 'PATCH',
  path,
  tag: 'Connections',
  summary: 'Set the default Pinterest board',
  description:
    'The board must be one of the account. One that is not in the kept list is looked up at Pinterest. `null` takes the ' +
    'default away.',
  scope: 'connections:write',
  body: aliased(
    {
      ...projectShape,
      default_board_id: boardId.nullable(),
      default_board_name: z.string().max(500).nullish().meta({
        description: 'Accepted and not needed: the name is kept as Pinterest has it.',
      }),
    },
    projectAlias,
  ),
  answers: { 200: z.strictObject({ ...defaultShape, connection: SocialConnection }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})

/** Either case: Pinterest writes it large, everything here small. */
const privacy = z.preprocess(
  (given) => (typeof given === 'string' ? given.toUpperCase() : given),
  z.enum(privacies, { error: `must be one of ${privacies.join(', ')}` }),
)

export const createPinterestBoard = contract({
  method: 'POST',
  path,
  tag: 'Connections',
  summary: 'Make a Pinterest board',
  description:
    'Makes the board at Pinterest and adds it to the kept list. An account cannot have two boards of one name: ' +
    'the second is a `conflict`, as is a connection without the permission `boards:write`. `SECRET` needs a connection ' +
    'that was granted secret boards.',
  scope: 'connections:write',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      name: z.string().trim().min(1).max(180),
      description: z.string().max(500).nullish(),
      privacy: privacy.optional().meta({ description: '`PUBLIC` when left out.' }),
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
  description: 'Kept for 24 hours like the boards. A board without sections answers an empty list.',
  scope: 'connections:read',
  params: z.strictObject({ id: boardId }),
  query: aliased({ ...projectShape, refresh }, projectAlias),
  answers: { 200: z.strictObject({ board_id: z.string(), sections: z.array(PinterestSection), ...keptShape }) },
  errors: ['not_found', 'missing_connection', 'conflict', 'provider_error'],
})
