import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAutomation } from '@/lib/automations/contract'
import { createCalendarNote } from '@/lib/calendar-notes/contract'
import { closeDatabase, database } from '@/lib/db/pool'
import { createImport } from '@/lib/imports/contract'
import { createAsset } from '@/lib/media/contract'
import { createUploadSession } from '@/lib/media/sessions/contract'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { pauseProject } from '@/lib/projects/pause-contract'
import { createRecurringTemplate } from '@/lib/recurring/contract'
import { createReviewLink } from '@/lib/review-links/contract'
import { createSavedSearch } from '@/lib/saved-searches/contract'
import { createStoryComment } from '@/lib/story-comments/contract'
import { createTemplate } from '@/lib/templates/contract'
import { createWebhook } from '@/lib/webhooks/endpoints/contract'
import { type Api, aProject, type TestProject } from '@/tests/support/api/api'
import { inputOf, inputs, onePixel, unknownId } from '@/tests/support/api/endpoint-inputs'
import { type Thing, thingsIn } from '@/tests/support/api/path-resources'
import { signedIn } from '@/tests/support/api/session'
import { anAutomation, aRecurringTemplate } from '@/tests/support/api/tenant'
import { insertConnector } from '@/tests/support/connectors/connectors'
import { watchDatabase } from '@/tests/support/database/statement-log'
import { insertStory } from '@/tests/support/database/story-rows'
import { type Member, membersOf, withMember } from '@/tests/support/fuzz/contract-members'
import { insertConversation } from '@/tests/support/inbox/conversations'
import { serveLocally } from '@/tests/support/servers/in-process-api'

/**
 * Sends extreme dates and numbers to every endpoint that accepts them. The project has one story, so thousands of
 * rows could only come from the request.
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
  const { id: savedSearch } = await api.post(createSavedSearch, { id: projectId, name: 'Winners' })
  const { id: template } = await api.post(createTemplate, { name: 'Offer' })
  const { id: recurring } = await api.post(createRecurringTemplate, aRecurringTemplate(projectId))
  for (const name of ['createAutomation', 'previewAutomation'])
    inputs[name] = { ...inputs[name], template_id: template }
  inputs.createReviewLink = { story_ids: [storyId] }
  const { id: automation } = await api.post(createAutomation, anAutomation(template))
  await api.post(pauseProject, { id: projectId })
  await project.connect('x')
  const connections = database().selectFrom('social_connections').select('id').where('project_id', '=', projectId)
  const { id: connection } = await connections.executeTakeFirstOrThrow()
  mine = {
    project: projectId,
    story: storyId,
    item: itemIds.x ?? '',
    endpoint,
    asset: asset.id,
    uploadSession,
    savedSearch,
    template,
    recurring,
    automation,
    connector: await insertConnector({ projectId }),
    connection,
    conversation: (await insertConversation({ projectId })).id,
    calendarNote: (await api.post(createCalendarNote, { day: '2031-03-12', text: 'Trade fair' })).id,
    storyComment: (await api.post(createStoryComment, { id: storyId, body: 'One' })).comment.id,
    reviewLink: (await api.post(createReviewLink, { story_ids: [storyId] })).review_link.id,
    import: (await api.post(createImport, { csv: 'text,channels\nOne,x\n' })).import.id,
  }
})
afterAll(async () => {
  await stop()
  await closeDatabase()
})

/** Query members with digits have a description and no type. */
const isRange = ({ path, schema }: Member): boolean =>
  ['integer', 'number'].includes(String(schema.type)) ||
  ['date-time', 'date'].includes(String(schema.format)) ||
  ['limit', 'each'].includes(path.at(-1) ?? '')

const partsOf = ({ contract }: NamedContract): Member[] =>
  membersOf(contract.method === 'GET' ? contract.query : contract.body)
const withRanges = contracts.filter((one) => partsOf(one).some(isRange))

/** The minimum and maximum that the schema allows. */
function endsOf({ schema }: Member): [unknown, unknown] {
  if (schema.format === 'date') return ['0001-01-01', '9999-12-31']
  if (schema.format === 'date-time') return ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z']
  return [schema.minimum ?? -(2 ** 53), schema.maximum ?? 2 ** 53]
}

/** Each range member at either end, and all members as far apart as possible, for each enum value. */
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
  const enums = members.filter(({ schema, path }) => one.contract.method === 'GET' && schema.enum && path.length === 1)
  const withEnums = enums.flatMap(({ path, schema }) =>
    (schema.enum ?? []).flatMap((word) => stretched.map((request) => withMember(request, path, word))),
  )
  return [...alone, ...stretched, ...withEnums]
}

test('some endpoints accept ranges, each with existing data', () => {
  expect(withRanges.length).toBeGreaterThan(20)
  for (const { contract } of withRanges)
    for (const [, thing] of thingsIn(contract)) expect([contract.path, mine[thing ?? 'story']]).not.toContain(undefined)
})

test.each(withRanges.map((one) => [one.name, one] as const))(
  '%s handles extreme ranges without generating rows',
  async (_, one) => {
    const ids = Object.fromEntries(thingsIn(one.contract).map(([name, thing]) => [name, mine[thing ?? 'story']]))
    const input = inputOf(one, ids)
    if (input.project_id === unknownId) input.project_id = project.projectId
    const api = one.contract.scope === 'session' ? session : project.api
    const statements = new Map<string, ReturnType<typeof watched.take>[number]>()
    for (const request of extremesOf(one, input)) {
      watched.take()
      const response = await api.send(one.contract, request as Record<string, unknown>)
      const text = await response.text()
      expect([200, 201, 207, 400, 409], text).toContain(response.status)
      for (const statement of watched.take())
        statements.set(statement.sql + JSON.stringify(statement.parameters), statement)
    }
    for (const statement of statements.values())
      expect(
        await watched.rowsMade(statement),
        `${statement.sql} ${JSON.stringify(statement.parameters)}`,
      ).toBeLessThan(rowsMax)
  },
)
