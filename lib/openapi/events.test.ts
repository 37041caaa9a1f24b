import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { eventNames } from '@/lib/events/names'
import { pingData, TestPing, testPing } from '@/lib/webhooks/events'
import * as modules from './event-modules'
import { allEventNames, eventDefinition } from './events'
import { openApiDocument } from './openapi'

test('resources define every event and no other', () => {
  const defined = Object.values(modules).flatMap(({ events }) => Object.keys(events))
  expect(defined.sort()).toEqual([...allEventNames].sort())
})

test.each(allEventNames)('the example of %s matches its schema', (name) => {
  const { payload, example } = eventDefinition(name)
  expect(payload.parse(example)).toEqual(example)
})

test.each(eventNames)('%s has its resource, in the project of the event', (name) => {
  const data = eventDefinition(name).example as Record<string, unknown>
  const resource = name.split('.')[0] ?? ''
  expect(data[resource === 'inbox' ? 'conversation' : resource]).toMatchObject({
    id: expect.any(String),
    project_id: data.project_id,
  })
})

test('a test ping of an account-wide endpoint matches its schema', () => {
  const ping = pingData({ id: '01900000-0000-7000-8000-000000000008', project_id: null })
  expect(TestPing.parse(ping)).toMatchObject({ project_id: null })
})

test('OpenAPI lists each event with its headers, body and example', () => {
  const { webhooks } = openApiDocument()
  expect(Object.keys(webhooks)).toEqual([...eventNames, testPing])
  for (const name of allEventNames) {
    const { post } = webhooks[name] ?? expect.fail(`no ${name}`)
    const { schema, examples } = post.requestBody.content['application/json']
    expect(Object.keys(schema.properties ?? {})).toEqual(['id', 'event', 'created_at', 'sequence', 'data'])
    expect(schema.properties?.event?.const).toBe(name)
    expect(examples[name]?.value).toMatchObject({ event: name, data: eventDefinition(name).example })
    expect(post.parameters.map((header) => header.name)).toEqual([
      'x-svc-event',
      'x-svc-event-id',
      'x-svc-timestamp',
      'x-svc-signature',
      'x-svc-signature-previous',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
  }
  const ids = Object.values(webhooks).map(({ post }) => post.operationId)
  expect(ids).toEqual([...new Set(ids)])
})

test('docs/webhooks.md lists each event with its trigger and its members', () => {
  const text = readFileSync('docs/webhooks.md', 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, when, members]) => [
    name,
    when,
    members,
  ])
  const wanted = allEventNames.map((name) => {
    const { when, payload } = eventDefinition(name)
    const members = Object.keys((payload as z.ZodObject).shape).filter((member) => member !== 'project_id')
    return [name, when, members.map((member) => `\`${member}\``).join(', ')]
  })
  expect(rows).toEqual(wanted)
})
