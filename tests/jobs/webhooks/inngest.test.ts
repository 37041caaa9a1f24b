import { InngestTestEngine } from '@inngest/test'
import { expect, test } from 'vitest'
import { deliverWebhooks } from '@/inngest/functions/deliver-webhooks'
import { database } from '@/lib/db/pool'
import { startRunner } from '@/lib/jobs/runner'
import { aProject } from '../../support/api'
import { onOwnDatabase } from '../../support/publishing'
import { appendSome, aReceiver, deliveriesOf, eventually, insertEndpoint } from '../../support/webhooks'

onOwnDatabase()
const receiver = aReceiver()

test('a run of Inngest’s function delivers what there is, and ends', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/inngest` })
  await appendSome(project.projectId, 20)
  const { result } = await new InngestTestEngine({ function: deliverWebhooks }).execute()
  expect(result).toEqual({ done: expect.any(Number) })
  expect(receiver().arrivals.filter(({ path }) => path === endpoint.path)).toHaveLength(20)
  expect((await deliveriesOf(endpoint.id)).every(({ status }) => status === 'succeeded')).toBe(true)
})

test('a worker delivers beside its other work', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/runner` })
  const runner = startRunner(database())
  await appendSome(project.projectId)
  await eventually(() => receiver().arrivals.some(({ path }) => path === endpoint.path), 'the delivery')
  await runner.stop(5_000)
})
