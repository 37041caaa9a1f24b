import { InngestTestEngine } from '@inngest/test'
import { expect, test } from 'vitest'
import { deliverWebhooks } from '@/inngest/functions/deliver-webhooks'
import { database } from '@/lib/db/pool'
import { startRunner } from '@/lib/jobs/runner'
import { aProject } from '@/tests/support/api/api'
import { onOwnDatabase } from '@/tests/support/publishing/publishing'
import { appendSome, aReceiver, deliveriesOf, eventually, insertEndpoint } from '@/tests/support/webhooks/webhooks'

onOwnDatabase()
const receiver = aReceiver()

test('the Inngest function delivers everything due and ends', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/inngest` })
  await appendSome(project.projectId, 20)
  const { result } = await new InngestTestEngine({ function: deliverWebhooks }).execute()
  expect(result).toEqual({ done: expect.any(Number) })
  expect(receiver().arrivals.filter(({ path }) => path === endpoint.path)).toHaveLength(20)
  expect((await deliveriesOf(endpoint.id)).every(({ status }) => status === 'succeeded')).toBe(true)
})

test('the local runner delivers webhooks', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/runner` })
  const runner = startRunner(database())
  await appendSome(project.projectId)
  await eventually(() => receiver().arrivals.some(({ path }) => path === endpoint.path), 'the delivery')
  await runner.stop(5_000)
})
