import { z } from 'zod'
import { aliased, contract, idParams, nextCursor, pageShape, projectAlias, projectShape } from '@/lib/api/contract'
import { parseUrl } from '@/lib/parse-url'
import { requestHeaders } from './headers-contract'
import { connectorsMax, newItemsMax } from './limits'
import { connectorKinds } from './source/source'

/** Data sources whose new items can become stories. */

const date = z.iso.datetime()
const kind = z.enum(connectorKinds, { error: `must be one of ${connectorKinds.join(', ')}` })

export const Connector = z.strictObject({
  id: z.uuid(),
  project_id: z.uuid(),
  name: z.string(),
  kind: kind.meta({ description: '`rss` also covers Atom and RDF, `json` also JSON Feed.' }),
  url: z.string(),
  path: z
    .string()
    .nullable()
    .meta({ description: 'JSON only: where the list of items is. `$` is the whole document.' }),
  key_field: z
    .string()
    .nullable()
    .meta({ description: 'The field that identifies an item. Null: its title and date, or all its fields.' }),
  has_headers: z.boolean().meta({ description: 'Whether request headers are stored. They are never returned.' }),
  status: z.enum(['ok', 'failing', 'gone']).meta({
    description:
      '`failing`: the last check failed; it is tried less and less often. `gone`: answered 410, not checked.',
  }),
  last_error: z.string().nullable(),
  failure_count: z.int().meta({ description: 'Failed checks in a row.' }),
  moved_to: z.string().nullable().meta({ description: 'The source moved here. Set `url` to accept it.' }),
  fields: z.array(z.string()).meta({ description: 'Names of the fields of its items.' }),
  last_checked_at: date.nullable(),
  last_item_at: date.nullable().meta({ description: 'When a check last found a new item.' }),
  next_check_at: date.nullable(),
  created_at: date,
  updated_at: date,
})
export type Connector = z.output<typeof Connector>

const fieldValues = z.record(z.string(), z.string())

const Tested = z.strictObject({
  ok: z.literal(true),
  kind,
  name: z.string().nullable().meta({ description: 'The title of a feed.' }),
  path: z.string().nullable(),
  key_field: z.string().nullable(),
  fields: z.array(z.string()),
  sample: z.array(fieldValues).meta({ description: 'The three newest items.' }),
  item_count: z.int().meta({ description: 'Items in the source. The newest 200 are compared.' }),
  connector: Connector.nullable().meta({ description: 'With `save`.' }),
})

const Failed = z.strictObject({
  ok: z.literal(false),
  error: z.string().meta({ description: 'What is wrong and what to do, as a sentence.' }),
  suggested_url: z
    .string()
    .nullable()
    .meta({ description: 'Try this address: a redirect, or the feed of a web page.' }),
})

const shape = {
  url: z
    .string()
    .trim()
    .min(1)
    .max(2_048)
    .refine((url) => parseUrl(url) !== null && /^https?:\/\//i.test(url), 'must start with https:// or http://'),
  path: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .nullish()
    .meta({ description: 'JSON only, such as `data.items` or `groups[*].items`. Null finds the list.' }),
  key_field: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .nullish()
    .meta({ description: 'A field whose value is different for each item. Null chooses one.' }),
  headers: requestHeaders.nullish().meta({
    description: 'Sent with each request, such as `{"Authorization": "Bearer …"}`. Stored encrypted.',
  }),
  name: z.string().trim().min(1).max(120),
}

const path = '/api/v1/connectors'
const onePath = `${path}/:id`
const tag = 'Connectors'

export const listConnectors = contract({
  method: 'GET',
  path,
  tag,
  summary: 'List connectors',
  description: 'Newest first.',
  scope: 'connectors:read',
  query: aliased({ ...projectShape, ...pageShape('connectors') }, projectAlias),
  answers: { 200: z.strictObject({ connectors: z.array(Connector), next_cursor: nextCursor }) },
  errors: ['not_found'],
})

export const testConnector = contract({
  method: 'POST',
  path,
  tag,
  summary: 'Test a data source, and save it',
  description:
    'Reads the source and shows its fields and newest items. A source that cannot be read is a 200 with `ok: false`. ' +
    'With `save: true`, a source that works becomes a connector, which needs `automations:write`: it is checked every ' +
    '15 minutes, less often if the source asks for that. Items that are in the source now are known, but not new. ' +
    `At most ${connectorsMax} per project.`,
  scope: 'connectors:read',
  idempotent: true,
  body: aliased(
    {
      ...projectShape,
      ...shape,
      kind: kind.nullish().meta({ description: 'Detected if left out.' }),
      name: shape.name.nullish().meta({ description: 'Default: the title of the feed, or the host.' }),
      save: z.boolean().default(false),
    },
    projectAlias,
  ),
  answers: { 200: z.discriminatedUnion('ok', [Tested, Failed]), 201: Tested },
  errors: ['not_found', 'conflict'],
})

export const getConnector = contract({
  method: 'GET',
  path: onePath,
  tag,
  summary: 'Get a connector',
  scope: 'connectors:read',
  params: idParams,
  answers: { 200: Connector },
  errors: ['not_found'],
})

export const editConnector = contract({
  method: 'PATCH',
  path: onePath,
  tag,
  summary: 'Edit a connector',
  description:
    'A change of anything but the name reads the source first: one that cannot be read is a `validation_error`. Items ' +
    'that are in the source then are known, but not new. A `url` on another host removes the stored headers, unless ' +
    '`headers` is given too.',
  scope: 'automations:write',
  params: idParams,
  body: z.strictObject({ ...shape, kind }).partial(),
  answers: { 200: Connector },
  errors: ['not_found'],
})

export const deleteConnector = contract({
  method: 'DELETE',
  path: onePath,
  tag,
  summary: 'Delete a connector',
  description: 'Its items are deleted as well. Stories made from them stay.',
  scope: 'automations:write',
  params: idParams,
  answers: { 200: z.strictObject({ ok: z.literal(true) }) },
  errors: ['not_found'],
})

export const checkConnector = contract({
  method: 'POST',
  path: `${onePath}/check`,
  tag,
  summary: 'Check a connector now',
  description: `Stores new items, at most ${newItemsMax} per check. A source that cannot be read is a 200; see \`status\`.`,
  scope: 'automations:write',
  idempotent: true,
  params: idParams,
  answers: { 200: z.strictObject({ connector: Connector, new_items: z.int() }) },
  errors: ['not_found'],
})

export const listConnectorItems = contract({
  method: 'GET',
  path: `${onePath}/items`,
  tag,
  summary: 'List the items of a connector',
  description: 'Newest first. Items that left the source are kept for 90 days.',
  scope: 'connectors:read',
  params: idParams,
  query: z.strictObject(pageShape('connector_items')),
  answers: {
    200: z.strictObject({
      items: z.array(
        z.strictObject({
          id: z.uuid(),
          fields: fieldValues,
          published_at: date.nullable(),
          is_new: z.boolean().meta({ description: 'False if it was there when the connector was saved.' }),
          created_at: date,
        }),
      ),
      next_cursor: nextCursor,
    }),
  },
  errors: ['not_found'],
})
