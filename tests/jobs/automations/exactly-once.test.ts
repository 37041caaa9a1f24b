import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runAutomations } from '@/lib/automations/run/run-automations'
import { database } from '@/lib/db/pool'
import { anAutomation, anItemAutomation } from '@/tests/support/automations/automations'
import { addItems } from '@/tests/support/automations/connector-items'
import { runWithKills } from '@/tests/support/processes/run-with-kills'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'

onOwnDatabase()

test('one story per item with three workers at once, two of them killed', async () => {
  const projects = await Promise.all(Array.from({ length: 20 }, () => anItemAutomation()))
  const others = await Promise.all(
    projects.map(({ projectId, connectorId }) => anAutomation(projectId, { connectorId })),
  )
  for (const { projectId, connectorId } of projects)
    await addItems(
      projectId,
      connectorId,
      Array.from({ length: 8 }, () => ({})),
    )
  const ids = projects.map(({ projectId }) => projectId)
  const count = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from stories where project_id = any(${ids})`.execute(database())
    return rows[0]?.count ?? 0
  }
  await runWithKills({
    worker: 'automation-worker',
    run: () => runAutomations(database()),
    hasBegun: async () => (await count()) > 0,
  })
  const { rows } = await sql`
    select count(*)::int as runs, count(distinct story_id)::int as stories,
      count(*) filter (where outcome = 'draft')::int as drafts
    from automation_runs where project_id = any(${ids})`.execute(database())
  const expected = (projects.length + others.length) * 8
  expect(rows).toEqual([{ runs: expected, stories: expected, drafts: expected }])
  expect(await count()).toBe(expected)
})
