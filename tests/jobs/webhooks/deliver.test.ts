import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { verify } from '@/lib/webhooks/verify'
import { aProject } from '../../support/api'
import { onOwnDatabase } from '../../support/publishing'
import {
  appendSome,
  aReceiver,
  attemptsOf,
  deliverAll,
  deliveriesOf,
  endpointOf,
  insertEndpoint,
} from '../../support/webhooks'

onOwnDatabase()
const receiver = aReceiver()

test('an event arrives once, as its exact bytes, and both signatures hold', async () => {
  const project = await aProject()
  const endpoint = await insertEndpoint({ project, url: `${receiver().url}/first` })
  const [eventId] = await appendSome(project.projectId)
  expect(await deliverAll()).toBeGreaterThan(0)
  expect(await deliverAll()).toBe(0)

  const arrivals = receiver().arrivals.filter(({ path }) => path === endpoint.path)
  expect(arrivals).toHaveLength(1)
  const { headers, body } = arrivals[0]!
  expect(JSON.parse(body.toString())).toEqual({
    id: eventId,
    event: 'story.published',
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    sequence: 1,
    data: { project_id: project.projectId, story: expect.objectContaining({ title: 'Bread' }) },
  })
  expect(verify({ body, headers, secret: endpoint.secret })).toBe(true)
  expect(verify({ body, headers, secret: endpoint.secret, kind: 'hex' })).toBe(true)
  expect(new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)).toHaveProperty('id', eventId)
  console.log(headers, await attemptsOf((await deliveriesOf(endpoint.id))[0]!.id), await endpointOf(endpoint.id))
})
