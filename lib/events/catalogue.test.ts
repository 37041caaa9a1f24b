import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { openApiDocument } from '@/lib/api/openapi'
import { pingData } from '@/lib/webhooks/ping'
import { catalogue, pingEntry } from './catalogue'
import { eventNames } from './names'
import { TestPing } from './payloads'

const entries = Object.entries(catalogue)

test('has each of the fourteen events, and no other', () => {
  expect(entries.map(([name]) => name)).toEqual([...eventNames])
})

test.each(entries)('the example of %s is what its schema says, to the member', (_, { payload, example }) => {
  expect(payload.parse(example)).toEqual(example)
})

test.each(entries)('%s names its project, and the resource it speaks of says the same', (name, { example }) => {
  const data = example as Record<string, unknown>
  const resource = { story: 'story', moment: 'moment', connection: 'connection', pillar: 'pillar' }[
    name.split('.')[0] ?? ''
  ]
  expect(data[resource ?? '']).toMatchObject({ id: expect.any(String), project_id: data.project_id })
})

test('a test ping is what its schema says', () => {
  const ids = { id: '01900000-0000-7000-8000-000000000008', project_id: '01900000-0000-7000-8000-000000000001' }
  expect(pingData(ids)).toEqual(pingEntry.example)
  expect(TestPing.parse(pingData({ ...ids, project_id: null }))).toMatchObject({ project_id: null })
})

test('OpenAPI has each event with its headers, its body and an example', () => {
  const { webhooks } = openApiDocument()
  expect(Object.keys(webhooks)).toEqual([...eventNames, 'test.ping'])
  for (const [name, { post }] of Object.entries(webhooks)) {
    const { schema, examples } = post.requestBody.content['application/json']
    expect(Object.keys(schema.properties ?? {})).toEqual(['id', 'event', 'created_at', 'sequence', 'data'])
    expect(schema.properties?.event?.const).toBe(name)
    expect(examples[name]?.value).toMatchObject({ event: name, data: catalogue[name as 'story.failed']?.example ?? {} })
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

test('docs/webhooks.md has each event with when it is sent and what it brings', () => {
  const text = readFileSync('docs/webhooks.md', 'utf8')
  const rows = [...text.matchAll(/^\| `([a-z]+\.[a-z_]+)` \| (.+) \| (.+) \|$/gm)].map(([, name, when, members]) => [
    name,
    when,
    members,
  ])
  const wanted = [...entries, ['test.ping', pingEntry] as const].map(([name, { when, payload }]) => {
    const members = Object.keys((payload as z.ZodObject).shape).filter((member) => member !== 'project_id')
    return [name, when, members.map((member) => `\`${member}\``).join(', ')]
  })
  expect(rows).toEqual(wanted)
})
