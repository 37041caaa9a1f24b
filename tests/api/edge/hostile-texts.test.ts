import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeDatabase, database } from '@/lib/db/pool'
import { contracts, type NamedContract } from '@/lib/openapi/contracts'
import { createStory } from '@/lib/stories/contract'
import { type Api, aProject, type TestProject } from '@/tests/support/api/api'
import { inputOf, unknownId } from '@/tests/support/api/endpoint-inputs'
import { type Thing, thingsIn } from '@/tests/support/api/path-resources'
import { signedIn } from '@/tests/support/api/session'
import { hostileKinds, hostileRequests, hostileUnits, takesText } from '@/tests/support/fuzz/hostile-texts'
import { measureTurns } from '@/tests/support/processes/event-loop-meter'
import { serveLocally } from '@/tests/support/servers/in-process-api'

/**
 * Sends texts that are slow to parse to every endpoint that accepts text. Requests block the event loop for at most
 * 100 ms (see `npm run bench -- hostile`). This limit is higher, and still catches functions with quadratic time.
 */
const turnMaxMs = 1_000

let project: TestProject
let session: Api
let stop: () => Promise<void>
let mine: Partial<Record<Thing, string>>
let meter: ReturnType<typeof measureTurns>

beforeAll(async () => {
  const local = await serveLocally()
  stop = local.stop
  project = await aProject()
  session = Object.assign(await signedIn(project.userId), { baseUrl: local.url })
  Object.assign(project.api, { baseUrl: local.url })
  const rules = {
    project_id: project.projectId,
    forbidden_words: ['a', 'b', 'amp'],
    forbidden_phrases: ['a.a', 'a a', '(('],
    block_emojis: true,
    max_exclamation_count: 0,
    block_all_caps_words: true,
  }
  await database().insertInto('voice_rules').values(rules).execute()
  const { story } = await project.api.post(createStory, { caption: 'Fresh', channels: ['x'], lint_check: 'skip' })
  mine = { project: project.projectId, story: story.id }
  meter = measureTurns()
})
afterAll(async () => {
  meter.stop()
  await stop()
  await closeDatabase()
})

const withText = contracts.filter(takesText)

test('most endpoints accept text', () => {
  expect(withText.length).toBeGreaterThan(30)
})

const apiOf = ({ contract }: NamedContract): Api => (contract.scope === 'session' ? session : project.api)

test.each(withText.map((one) => [one.name, one] as const))(
  '%s handles hostile text without blocking the event loop',
  async (_, one) => {
    const ids = thingsIn(one.contract).map(([name, thing]) => [name, mine[thing ?? 'project'] ?? unknownId])
    const input = inputOf(one, Object.fromEntries(ids))
    if (input.project_id === unknownId) input.project_id = project.projectId
    const slow: string[] = []
    for (const name of hostileKinds) {
      for (const request of hostileRequests(one, hostileUnits[name] ?? '', input)) {
        meter.takeLongestMs()
        const response = await apiOf(one).send(one.contract, request as Record<string, unknown>)
        const answer = await response.text()
        // The voice rules forbid what the model writes.
        if (!answer.includes('"ai_unavailable"')) expect(response.status, answer.slice(0, 500)).toBeLessThan(500)
        const longestMs = meter.takeLongestMs()
        if (longestMs > turnMaxMs) slow.push(`${name}: ${Math.round(longestMs)} ms`)
        if (slow.length > 0) break
      }
    }
    expect(slow).toEqual([])
  },
)
