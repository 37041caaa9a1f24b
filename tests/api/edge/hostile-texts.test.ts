import { afterAll, beforeAll, expect, test } from 'vitest'
import { contracts, type NamedContract } from '@/lib/api/contracts'
import { closeDatabase, database } from '@/lib/db/pool'
import { createStory } from '@/lib/stories/contract'
import { type Api, aProject, type TestProject } from '@/tests/support/api'
import { hostileKinds, hostileRequests, hostileUnits, takesText } from '@/tests/support/hostile-texts'
import { serveLocally } from '@/tests/support/local-api'
import { signedIn } from '@/tests/support/session'
import { meterTurns } from '@/tests/support/turn-meter'
import { inputOf, nobodysId, type Thing, thingsIn } from './endpoint-inputs'

/**
 * Texts that are slow to read, at every endpoint that takes text. No request holds the event loop longer than 100 ms;
 * `npm run bench -- hostile` has the figures. Here the limit is far above that and still far below what a function takes
 * whose time grows with the square of its text.
 */
const turnMaxMs = 1_000

let project: TestProject
let session: Api
let stop: () => Promise<void>
let mine: Partial<Record<Thing, string>>
let meter: ReturnType<typeof meterTurns>

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
  meter = meterTurns()
})
afterAll(async () => {
  meter.stop()
  await stop()
  await closeDatabase()
})

const withText = contracts.filter(takesText)

test('most endpoints take text', () => {
  expect(withText.length).toBeGreaterThan(30)
})

const apiOf = ({ contract }: NamedContract): Api => (contract.scope === 'session' ? session : project.api)

test.each(withText.map((one) => [one.name, one] as const))(
  '%s answers hostile texts without a long turn',
  async (_, one) => {
    const ids = thingsIn(one.contract).map(([name, thing]) => [name, mine[thing ?? 'project'] ?? nobodysId])
    const input = inputOf(one, Object.fromEntries(ids))
    if (input.project_id === nobodysId) input.project_id = project.projectId
    const slow: string[] = []
    for (const name of hostileKinds) {
      for (const request of hostileRequests(one, hostileUnits[name] ?? '', input)) {
        meter.takeLongestMs()
        const response = await apiOf(one).send(one.contract, request as Record<string, unknown>)
        const answer = await response.text()
        expect(response.status, answer.slice(0, 500)).toBeLessThan(500)
        const longestMs = meter.takeLongestMs()
        if (longestMs > turnMaxMs) slow.push(`${name}: ${Math.round(longestMs)} ms`)
        if (slow.length > 0) break
      }
    }
    expect(slow).toEqual([])
  },
)
