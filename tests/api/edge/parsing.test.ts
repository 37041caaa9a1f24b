import { gzipSync } from 'node:zlib'
import { expect, inject, test, vi } from 'vitest'
import { parseJson } from '@/lib/api/parse'
import { createStory, getStory, listStories, publishStory } from '@/lib/stories/contract'
import { previewUnsaved } from '@/lib/stories/preview-contract'
import { createToken } from '@/lib/tokens/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { signedIn } from '@/tests/support/api/session'
import { sendRaw } from '@/tests/support/servers/raw-http'

type Sent = { status: number; error: { code: string; message: string; issues?: { path: string; code: string }[] } }

/** Posts raw bytes to the create endpoint of stories. */
async function post(
  { token }: TestProject,
  body: string | Uint8Array | ReadableStream,
  headers: Record<string, string> = { 'content-type': 'application/json' },
): Promise<Sent> {
  const response = await fetch(new URL('/api/v1/stories', inject('productUrl')), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, ...headers },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit)
  return { status: response.status, error: ((await response.json()) as Sent).error }
}

const issuesOf = ({ status, error }: Sent) => [
  status,
  error.code,
  error.issues?.map(({ path, code }) => `${path}: ${code}`),
]
const json = (value: unknown): string => JSON.stringify(value)
const mebibyte = 1024 * 1024

test('reports all issues, not only the first', async () => {
  const sent = await post(
    await aProject(),
    json({ caption: 5, schedule_at: 'x', channels: ['myspace'], slides: [{ media: 1 }] }),
  )
  expect(issuesOf(sent)).toEqual([
    400,
    'validation_error',
    [
      'caption: invalid_type',
      'channels.0: invalid_value',
      'slides.0.media_url: required',
      'slides.0.media: unknown_member',
      'schedule_at: unknown_member',
    ],
  ])
  expect(sent.error.message).toMatch(/^caption .* \(and 4 more\)$/)
})

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'refuses %s as an unknown member',
  async (name) => {
    const project = await aProject()
    const sent = await post(project, `{"caption":"Fresh bread",${json(name)}:{"channels":["x"]}}`)
    expect(issuesOf(sent)).toEqual([400, 'validation_error', [`${name}: unknown_member`]])
    const nested = await post(
      project,
      `{"caption":"Fresh bread","channel_overrides":{${json(name)}:{"caption":"Other"}}}`,
    )
    expect(issuesOf(nested)).toEqual([400, 'validation_error', [`channel_overrides.${name}: unknown_member`]])
    // Next removes this parameter from the query.
    if (name === '__proto__') return
    const refused = await project.api.refused(listStories, { [name]: '1' })
    expect(refused.error.issues).toMatchObject([{ path: name, code: 'unknown_member' }])
  },
)

test.each([
  ['{"caption":"a","caption":"b"}', 'caption'],
  ['{"caption":"a","caption" \n :"a"}', 'caption'],
  ['{"caption":"a","c\\u0061ption":"b"}', 'caption'],
  [
    '{"caption":"a","slides":[{"media_url":"https://a.example/1"},{"media_url":"https://a.example/2","alt_text":"x","alt_text":"y"}]}',
    'slides.1.alt_text',
  ],
  ['{"caption":"a","channel_overrides":{"x":{"caption":"a"},"x":{}}}', 'channel_overrides.x'],
])('refuses a repeated member: %s', async (body, path) => {
  expect(issuesOf(await post(await aProject(), body))).toEqual([400, 'validation_error', [`${path}: repeated`]])
})

test('text that looks like members, and the same name in two objects, are not repeated members', async () => {
  const project = await aProject()
  const caption = '{"a":1,"a":2} "caption": \\" [ } "'
  const overrides = { x: { caption }, linkedin: { caption } }
  const { story } = await project.api.post(createStory, {
    caption,
    channels: ['x', 'linkedin'],
    channel_overrides: overrides,
  })
  expect([story.caption, story.channel_overrides]).toEqual([caption, overrides])
})

test('refuses repeated and unknown query parameters', async () => {
  const { token } = await aProject()
  const ask = async (query: string) => {
    const response = await fetch(new URL(`/api/v1/stories?${query}`, inject('productUrl')), {
      headers: { authorization: `Bearer ${token}` },
    })
    return issuesOf({ status: response.status, ...((await response.json()) as { error: Sent['error'] }) })
  }
  expect(await ask('limit=1&limit=2')).toEqual([400, 'validation_error', ['limit: repeated']])
  expect(await ask('limit=1&limit=1&status=draft&status=draft')).toEqual([
    400,
    'validation_error',
    ['limit: repeated', 'status: repeated'],
  ])
  expect(await ask('limit[]=1')).toEqual([400, 'validation_error', ['limit[]: unknown_member']])
  expect(await ask('status=dr%00aft')).toEqual([400, 'validation_error', ['status: invalid_text']])
  expect(await ask('=')).toEqual([400, 'validation_error', [': unknown_member']])
})

test.each(['0', '-1', '201', '1e400', 'NaN', 'Infinity', '-Infinity', '1.5', '', 'ten', '9'.repeat(400)])(
  'refuses limit=%s',
  async (limit) => {
    const { api } = await aProject()
    const { status, error } = await api.refused(listStories, { limit })
    expect([status, error.code, error.issues?.[0]?.path]).toEqual([400, 'validation_error', 'limit'])
  },
)

test.each([
  ['an empty body', ''],
  ['a truncated object', '{"caption":'],
  ['two objects', '{"caption":"a"}{"caption":"b"}'],
  ['single quotes', "{'caption':'a'}"],
  ['a comment', '{"caption":"a"/* */}'],
  ['NaN', '{"caption":NaN}'],
  ['a trailing comma', '{"caption":"a",}'],
  ['a raw NUL', '{"caption":"a\u0000"}'],
  ['a word', 'undefined'],
  ['40 open brackets', '['.repeat(40)],
])('refuses %s as invalid JSON', async (_, body) => {
  const { status, error } = await post(await aProject(), body)
  expect([status, error.code]).toEqual([400, 'validation_error'])
  expect(error.issues).toMatchObject([{ path: '', code: body === '' ? 'missing_body' : 'invalid_json' }])
})

test.each(['[]', 'null', '"text"', '5', 'true', '[{"caption":"a"}]'])(
  'refuses JSON that is not an object: %s',
  async (body) => {
    expect(issuesOf(await post(await aProject(), body))).toEqual([400, 'validation_error', [': invalid_type']])
  },
)

test.each([
  ['an invalid sequence', [0xc3, 0x28]],
  ['an overlong slash', [0xc0, 0xaf]],
  ['a lone surrogate', [0xed, 0xa0, 0x80]],
  ['an invalid byte', [0xff]],
])('refuses invalid UTF-8: %s', async (_, bytes) => {
  const body = Buffer.concat([Buffer.from('{"caption":"'), Buffer.from(bytes), Buffer.from('"}')])
  expect(issuesOf(await post(await aProject(), body))).toEqual([400, 'validation_error', [': invalid_json']])
})

test('refuses UTF-16 and accepts a byte order mark before UTF-8', async () => {
  const project = await aProject()
  expect((await post(project, Buffer.from('\ufeff{"caption":"a"}', 'utf16le'))).status).toBe(400)
  expect((await post(project, '\ufeff{"caption":"a"}')).status).toBe(201)
})

test.each([
  ['{"caption":"a\\u0000b"}', 'caption'],
  ['{"caption":"a\\ud800"}', 'caption'],
  ['{"caption":"\\udc00\\ud800"}', 'caption'],
  ['{"caption":"a","slides":[{"media_url":"https://a.example","alt_text":"\\u0000"}]}', 'slides.0.alt_text'],
  ['{"caption":"a","hashtags\\u0000":"x"}', ''],
])('names the position of text that cannot be stored: %s', async (body, path) => {
  expect(issuesOf(await post(await aProject(), body))).toEqual([400, 'validation_error', [`${path}: invalid_text`]])
})

test.each([50, 5_000, 250_000])('refuses %i levels of nesting', async (levels) => {
  const deep = `{"caption":"a","slides":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect(issuesOf(await post(await aProject(), deep))).toEqual([400, 'validation_error', [': too_deep']])
})

test.each([
  ['numbers', `{"stories":[${'1,'.repeat(20_000)}1]}`],
  ['objects', `[${'{},'.repeat(300_000)}{}]`],
  ['text that is not JSON', ','.repeat(1_000_000)],
])('refuses a body with more than 20,000 values before parsing it: %s', async (_, body) => {
  const parse = vi.spyOn(JSON, 'parse')
  expect(() => parseJson(Buffer.from(body))).toThrow('The body has more than 20,000 values. Send less per request.')
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
  expect(issuesOf(await post(await aProject(), body))).toEqual([400, 'validation_error', [': too_many_values']])
})

test('limits the error for a long member name that is repeated often', async () => {
  const body = `{"${'k'.repeat(500_000)}":{${'"a":1,'.repeat(15_000)}"a":1}}`
  const { status, error } = await post(await aProject(), body)
  expect([status, error.issues?.length, error.issues?.[0]?.path.length]).toEqual([400, 100, 202])
})

test('a body with 15,000 unknown members gets an error with the first hundred', async () => {
  const members = Object.fromEntries(Array.from({ length: 15_000 }, (_, index) => [`m${index}`, 1]))
  const { status, error } = await post(await aProject(), json({ caption: 'a', ...members }))
  expect([status, error.issues?.length]).toEqual([400, 100])
})

test.each([
  ['text/plain', {}],
  ['application/x-www-form-urlencoded', {}],
  ['multipart/form-data; boundary=x', {}],
  ['application/json-patch+json', {}],
  ['application/json', { 'content-encoding': 'gzip' }],
])('415 for %s %j', async (type, extra) => {
  const body = 'content-encoding' in extra ? gzipSync('{"caption":"a"}') : '{"caption":"a"}'
  const { status, error } = await post(await aProject(), body, { 'content-type': type, ...extra })
  expect([status, error.code]).toEqual([415, 'unsupported_media_type'])
})

test.each([
  'application/json',
  'Application/JSON',
  'application/json; charset=utf-8',
  'application/json;charset=UTF-8 ',
])('accepts %s', async (type) => {
  expect((await post(await aProject(), '{"caption":"a"}', { 'content-type': type })).status).toBe(201)
})

test('415 for a body without a type; an optional body may be left out', async () => {
  const project = await aProject()
  const bytes = Buffer.from('{"caption":"a"}')
  expect((await post(project, bytes, {})).status).toBe(415)
  const { story } = await project.api.post(createStory, { caption: 'a', channels: ['x'] })
  const url = new URL(`/api/v1/stories/${story.id}/archive`, inject('productUrl'))
  const response = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${project.token}` } })
  expect(response.status).toBe(200)
})

test('accepts a body of 1 MiB and refuses one byte more', async () => {
  const project = await aProject()
  const [before, after] = ['{"caption":"a","title":"', '"}']
  const body = (bytes: number) => before + 'x'.repeat(bytes - before.length - after.length) + after
  const fits = await post(project, body(mebibyte))
  expect(issuesOf(fits)).toEqual([400, 'validation_error', ['title: too_big']])
  const { status, error } = await post(project, body(mebibyte + 1))
  expect([status, error]).toEqual([
    413,
    { code: 'payload_too_large', message: 'The body is larger than 1,048,576 bytes. Send less per request.' },
  ])
})

test('a body without a length is cut off at the limit', async () => {
  const project = await aProject()
  let sent = 0
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 65_536
      controller.enqueue(new Uint8Array(65_536).fill(0x20))
      if (sent > 64 * mebibyte) controller.close()
    },
  })
  const response = await post(project, endless).catch((error: Error) => error)
  // The server may respond and close while the client still writes.
  if (!(response instanceof Error)) expect(response.status).toBe(413)
  expect(sent).toBeLessThan(32 * mebibyte)
  const short = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('{"caption":'))
      controller.enqueue(Buffer.from('"a"}'))
      controller.close()
    },
  })
  expect((await post(project, short)).status).toBe(201)
})

test('refuses a declared length over the limit before the body arrives', async () => {
  const { token } = await aProject()
  const answer = await sendRaw(inject('productUrl'), [
    `POST /api/v1/stories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n`,
    `Content-Type: application/json\r\nContent-Length: ${mebibyte + 1}\r\nConnection: close\r\n\r\n`,
  ])
  expect([answer?.status, JSON.parse(answer?.body ?? '').error.code]).toEqual([413, 'payload_too_large'])
})

test('clients that hang up during a body have no effect', async () => {
  const { api, token } = await aProject()
  const head = `POST /api/v1/stories HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`
  const bodies = ['Content-Length: 1000\r\n\r\n{"caption":', 'Transfer-Encoding: chunked\r\n\r\n5\r\n{"cap\r\n']
  await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      sendRaw(inject('productUrl'), [head, bodies[index % 2] ?? ''], { isAbandoned: true }),
    ),
  )
  expect((await api.get(listStories, {})).stories).toEqual([])
})

test('accepts both spellings of a member if they agree', async () => {
  const { api, projectId } = await aProject()
  const body = { caption: 'a', channels: ['x' as const] }
  const both = await api.post(createStory, { ...body, projectId, project_id: projectId } as never)
  expect(both).toMatchObject({ story: { project_id: projectId } })
  const other = '018f0000-0000-7000-8000-000000000000'
  const { error } = await api.refused(createStory, { ...body, projectId, project_id: other })
  expect(error.issues).toEqual([
    { path: 'projectId', code: 'invalid', message: 'projectId and project_id have different values.' },
  ])
  const query = await api.refused(listStories, { projectId, project_id: other })
  expect(query.error.issues).toMatchObject([{ path: 'projectId' }])
  const times = { scheduled_at: '2099-01-01T00:00:00Z', scheduledAt: '2099-01-02T00:00:00Z' }
  expect((await api.refused(createStory, { ...body, ...times })).error.issues).toMatchObject([{ path: 'scheduledAt' }])
  const unknown = await api.refused(createStory, { ...body, ProjectId: projectId })
  expect(unknown.error.issues).toMatchObject([{ path: 'ProjectId', code: 'unknown_member' }])
})

test('ids are case-insensitive', async () => {
  const { api, projectId } = await aProject()
  const { story } = await api.post(createStory, {
    caption: 'a',
    channels: ['x'],
    project_id: projectId.toUpperCase(),
  })
  expect(story.project_id).toBe(projectId)
  expect((await api.get(getStory, { id: story.id.toUpperCase() })).id).toBe(story.id)
})

test.each(['x', '1', '%00', 'null', '018f0000-0000-7000-8000-00000000000g', `${'0'.repeat(3_000)}`])(
  '404 for the invalid id %s',
  async (id) => {
    const { api } = await aProject()
    const { status, error } = await api.refused(getStory, { id })
    expect([status, error]).toEqual([404, { code: 'not_found', message: 'Not found. Check the path.' }])
  },
)

test.each([
  '2026-05-01',
  '2026-05-01T09:00:00',
  '2026-13-01T09:00:00Z',
  '2026-02-30T09:00:00Z',
  '2026-05-01T24:00:00Z',
  '2026-06-30T23:59:60Z',
  '2026-05-01T09:00:00+25:00',
  '+275760-09-13T00:00:00Z',
  '275760-09-13T00:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '0000-01-01T00:00:00Z',
  '-000001-01-01T00:00:00Z',
  'now',
  '1767225600',
])('refuses %s as a time', async (scheduled_at) => {
  const { api } = await aProject()
  const { error } = await api.refused(createStory, { caption: 'a', channels: ['x'], scheduled_at })
  expect(error.issues).toMatchObject([{ path: 'scheduled_at' }])
})

test('returns the year 9999 as sent', async () => {
  const { userId } = await aProject()
  const session = await signedIn(userId)
  const { api_token } = await session.post(createToken, {
    name: 'For long',
    scopes: ['queue:read'],
    expires_at: '9999-12-31T23:59:59Z',
  })
  expect(api_token.expires_at).toBe('9999-12-31T23:59:59.000Z')
})

test('stores text byte for byte', async () => {
  const { api } = await aProject()
  const caption = `e\u0301 \u00e9 👩‍👩‍👧 🇩🇪 \u202etfel\u202c \ufdfa a${'\u0301'.repeat(1_000)} \u2028 ' " \\ $1 {{x.y}} <b> \r\n\t.`
  const { story } = await api.post(createStory, { caption, title: caption.slice(0, 90), channels: ['ghost'] })
  expect((await api.get(getStory, { id: story.id })).caption).toBe(caption)
})

test('an endpoint without a body refuses members, and an optional body may be {}', async () => {
  const { api } = await aProject()
  const { story } = await api.post(createStory, { caption: 'a', channels: ['x'] })
  const { error } = await api.refused(publishStory, { id: story.id, when: 'now' })
  expect(error.issues).toMatchObject([{ path: 'when', code: 'unknown_member' }])
  expect((await api.post(previewUnsaved, {})).story_id).toBeNull()
})
