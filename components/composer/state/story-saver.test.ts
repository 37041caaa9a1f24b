import { afterEach, expect, test, vi } from 'vitest'
import { blankDraft, type Draft } from '../draft/draft'
import type { Base, Saved } from './base'
import { createStorySaver, NewerVersion } from './story-saver'

type Request = { method: string; path: string; key: string | null; body: Record<string, unknown> }

afterEach(() => vi.unstubAllGlobals())

/** A saver that gets these responses in order. `null` loses the response. */
function saver(saved: Saved | null, ...responses: ([status: number, body: object] | null)[]) {
  let stored: string | null = null
  const requests: Request[] = []
  let running = 0
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', headers, body }: RequestInit) => {
    const key = new Headers(headers).get('idempotency-key')
    requests.push({ method, path, key, body: JSON.parse(String(body ?? '{}')) })
    expect(++running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
    const response = responses.shift()
    if (!response) throw new TypeError('Failed to fetch')
    return Response.json(response[1], { status: response[0] })
  })
  let base: Base = { draft: blankDraft(['x']), saved }
  const create = () =>
    createStorySaver({
      pending: {
        read: () => JSON.parse(stored ?? 'null') as unknown,
        write: (attempt) => {
          stored = attempt && JSON.stringify(attempt)
        },
      },
      projectId: 'p',
      timeZone: 'UTC',
      saved: () => base.saved,
      onSaved: (next) => {
        base = next
      },
    })
  let save = create()
  return {
    requests,
    reload: () => {
      save = create()
    },
    base: () => base,
    save: (caption: string) => save(draftWith(caption), () => ({})),
    saveFrom: (templateId: string) => save({ ...draftWith('One'), templateId }, () => ({})),
  }
}

const draftWith = (caption: string): Draft => ({ ...blankDraft(['x']), caption })
const story = (updated_at: string, status = 'draft') => ({ id: 'story-1', updated_at, status })
const conflict = { error: { code: 'conflict', message: 'Changed.' } }

test('the second save waits for the first and edits its story', async () => {
  const { save, requests, base } = saver(null, [201, { story: story('t1') }], [200, { story: story('t2') }])
  await Promise.all([save('One'), save('Two')])
  expect(requests.map(({ method, body }) => [method, body.caption])).toEqual([
    ['POST', 'One'],
    ['PATCH', 'Two'],
  ])
  expect(requests[1]?.body.expected_updated_at).toBe('t1')
  expect(base()).toMatchObject({ draft: { caption: 'Two' }, saved: { id: 'story-1', updatedAt: 't2' } })
})

test('a create without a response is repeated with its key, then edited', async () => {
  const { save, requests } = saver(null, null, [201, { story: story('t1') }], [200, { story: story('t2') }])
  await expect(save('One')).rejects.toMatchObject({ status: 0 })
  await save('Two')
  const [lost, repeated, edit] = requests
  expect(repeated).toEqual(lost)
  expect(edit).toMatchObject({ method: 'PATCH', body: { caption: 'Two' } })
})

test('a create without a response is repeated with its key on the next page, too', async () => {
  const { save, reload, requests } = saver(null, null, [201, { story: story('t1') }], [200, { story: story('t2') }])
  await expect(save('One')).rejects.toMatchObject({ status: 0 })
  reload()
  await save('Two')
  expect(requests[1]).toEqual(requests[0])
  expect(requests[2]).toMatchObject({ method: 'PATCH', body: { caption: 'Two' } })
})

test('a refused create is sent again with a new key', async () => {
  const refused: [number, object] = [400, { error: { code: 'validation_error', message: 'No.' } }]
  const { save, requests } = saver(null, refused, [201, { story: story('t1') }])
  await expect(save('One')).rejects.toMatchObject({ status: 400 })
  await save('Two')
  expect(requests.map(({ method, body }) => [method, body.caption])).toEqual([
    ['POST', 'One'],
    ['POST', 'Two'],
  ])
  expect(requests[0]?.key).not.toBe(requests[1]?.key)
})

test('a conflict is a newer version only if the story can still be edited', async () => {
  const known = { id: 'story-1', updatedAt: 't1', isScheduled: false }
  const newer = saver(known, [409, conflict], [200, story('t2')])
  await expect(newer.save('Mine')).rejects.toBeInstanceOf(NewerVersion)
  const published = saver(known, [409, conflict], [200, story('t2', 'published')])
  await expect(published.save('Mine')).rejects.toMatchObject({ status: 409, code: 'conflict' })
})

test('a create from a deleted template is repeated without the template', async () => {
  const issues = [{ path: 'template_id', code: 'not_found', message: 'No such template.' }]
  const refused: [number, object] = [400, { error: { code: 'validation_error', message: 'No.', issues } }]
  const { saveFrom, requests, base } = saver(null, refused, [201, { story: story('t1') }])
  await saveFrom('template-1')
  expect(requests.map(({ body }) => body.template_id)).toEqual(['template-1', null])
  expect(base().saved).toMatchObject({ id: 'story-1' })
})
