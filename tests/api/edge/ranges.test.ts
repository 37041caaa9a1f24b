import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts, type NamedContract } from '@/lib/api/contracts'
import { closeDatabase, database } from '@/lib/db/pool'
import { createAsset } from '@/lib/media/contract'
import { createUploadSession } from '@/lib/media/sessions/contract'
import { pauseProject } from '@/lib/projects/pause-contract'
import { createWebhook } from '@/lib/webhooks/contract'
import { type Api, aProject, type TestProject } from '@/tests/support/api'
import { type Member, membersOf, withMember } from '@/tests/support/contract-members'
import { serveLocally } from '@/tests/support/local-api'
import { insertStory } from '@/tests/support/rows'
import { signedIn } from '@/tests/support/session'
import { rowsMade, watchDatabase } from '@/tests/support/watched-database'
import { inputOf, nobodysId, onePixel, type Thing, thingsIn } from './endpoint-inputs'

/**
 * Dates and numbers at their extremes, at every endpoint that takes any. The project has one story, so a statement that
 * makes thousands of rows makes them from the request alone.
 */
const rowsMax = 1_000

let project: TestProject
let session: Api
let watched: Awaited<ReturnType<typeof watchDatabase>>
let stop: () => Promise<void>
let mine: Partial<Record<Thing, string>>

beforeAll(async () => {
  const local = await serveLocally()
  stop = local.stop
  watched = await watchDatabase()
  project = await aProject({ timezone: 'America/New_York' })
  session = Object.assign(await signedIn(project.userId), { baseUrl: local.url })
  Object.assign(project.api, { baseUrl: local.url })
  const { api, projectId } = project
  const { storyId, itemIds } = await insertStory(database(), {
    projectId,
    channels: ['x'],
    caption: 'One',
    dueIn: 86_400,
  })
  const { id: endpoint } = await api.post(createWebhook, { url: 'https://example.com/hook', events: ['*'] })
  const { asset } = await api.post(createAsset, { data_base64: onePixel })
  const upload = { filename: 'bread.png', mime_type: 'image/png', total_size_bytes: 3 } as const
  const { session_id: uploadSession } = await api.post(createUploadSession, upload)
  await api.post(pauseProject, { id: projectId })
  mine = { project: projectId, story: storyId, item: itemIds.x ?? '', endpoint, asset: asset.id, uploadSession }
})
afterAll(async () => {
  await stop()
  await closeDatabase()
})

/** Members that the product writes as digits in a query have a description, and no type of their own. */
const isRange = ({ path, schema }: Member): boolean =>
  ['integer', 'number'].includes(String(schema.type)) ||
  ['date-time', 'date'].includes(String(schema.format)) ||
  ['limit', 'each'].includes(path.at(-1) ?? '')

const partsOf = ({ contract }: NamedContract): Member[] =>
  membersOf(contract.method === 'GET' ? contract.query : contract.body)
const withRanges = contracts.filter((one) => partsOf(one).some(isRange))

/** Both ends of what the form of a member allows. */
function endsOf({ schema }: Member): [unknown, unknown] {
  if (schema.format === 'date') return ['0001-01-01', '9999-12-31']
  if (schema.format === 'date-time') return ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']
  return [schema.minimum ?? -(2 ** 53), schema.maximum ?? 2 ** 53]
}

/** Each range member at either end alone, and all of them stretched as far apart as they go, for each word of an enum. */
function extremesOf(one: NamedContract, input: Record<string, unknown>): unknown[] {
  const members = partsOf(one)
  const ranges = members.filter(isRange)
  const alone = ranges.flatMap((member) => endsOf(member).map((end) => withMember(input, member.path, end)))
  const stretched = [0, 1].map((odd) =>
    ranges.reduce<unknown>(
      (all, member, index) => withMember(all, member.path, endsOf(member)[(index + odd) % 2]),
      input,
    ),
  )
  const words = members.filter(({ schema, path }) => one.contract.method === 'GET' && schema.enum && path.length === 1)
  const worded = words.flatMap(({ path, schema }) =>
    (schema.enum ?? []).flatMap((word) => stretched.map((request) => withMember(request, path, word))),
  )
  return [...alone, ...stretched, ...worded]
}

test('some endpoints take ranges, and each is about things that are there', () => {
  expect(withRanges.length).toBeGreaterThan(20)
  for (const { contract } of withRanges)
    for (const [, thing] of thingsIn(contract)) expect([contract.path, mine[thing ?? 'story']]).not.toContain(undefined)
})

test.each(withRanges.map((one) => [one.name, one] as const))(
  '%s answers extreme ranges without making rows',
  async (_, one) => {
    const ids = Object.fromEntries(thingsIn(one.contract).map(([name, thing]) => [name, mine[thing ?? 'story']]))
    const input = inputOf(one, ids)
    if (input.project_id === nobodysId) input.project_id = project.projectId
    const api = one.contract.scope === 'session' ? session : project.api
    const statements = new Map<string, Parameters<typeof rowsMade>[0]>()
    for (const request of extremesOf(one, input)) {
      watched.take()
      const response = await api.send(one.contract, request as Record<string, unknown>)
      const text = await response.text()
      expect([200, 201, 207, 400, 409], text).toContain(response.status)
      for (const statement of watched.take())
        statements.set(statement.sql + JSON.stringify(statement.parameters), statement)
    }
    for (const statement of statements.values())
      expect(await rowsMade(statement), `${statement.sql} ${JSON.stringify(statement.parameters)}`).toBeLessThan(
        rowsMax,
      )
  },
)
