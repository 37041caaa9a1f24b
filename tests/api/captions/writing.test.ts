import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { adaptCaption, describeImage, rewriteCaption, suggestHashtags } from '@/lib/captions/composer-contract'
import { captionLength } from '@/lib/captions/writing/caption-limit'
import { createAsset } from '@/lib/media/contract'
import { putVoiceRules } from '@/lib/voice/contract'
import { aProject, type TestProject } from '@/tests/support/api/api'
import { onePixel } from '@/tests/support/api/endpoint-inputs'
import { sandboxUrl } from '@/tests/support/sandbox/file-sandbox'
import { aModelFault, modelRequests } from '@/tests/support/sandbox/model'

const marked = (text: string) => `${text} ${randomUUID().slice(0, 8)}`
const long = () => marked(`Our sourdough bread is back. ${'It is baked every morning in our own oven. '.repeat(9)}`)

/** The parts of a streamed rewrite. */
async function partsOf({ api }: TestProject, input: object): Promise<Record<string, unknown>[]> {
  const response = await api.send(rewriteCaption, input as never, { accept: 'application/x-ndjson' })
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson'])
  const lines = (await response.text()).trim().split('\n')
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a caption is shortened to the limit of its channel, with its link', async () => {
  const project = await aProject()
  const input = { caption: `${long()} {{link}}`, action: 'shorten', channel: 'x' } as const
  const { caption, lint } = await project.api.post(rewriteCaption, input)
  expect(captionLength(caption, 'x')).toBeLessThanOrEqual(280)
  expect(caption).toContain('{{link}}')
  expect(lint.ok).toBe(true)
})

test('a caption that fits its channel gets shorter, too', async () => {
  const project = await aProject()
  const text = 'Our bread is back. It is warm, and it is good.'
  const { caption } = await project.api.post(rewriteCaption, { caption: text, action: 'shorten', channel: 'x' })
  expect(caption.length).toBeLessThan(text.length)
  expect(caption).not.toBe('')
})

test('a rewrite arrives in parts, then as checked text', async () => {
  const project = await aProject()
  const parts = await partsOf(project, { caption: marked('Our bread is back'), action: 'rewrite', tone: 'playful' })
  const texts = parts.filter(({ type }) => type === 'text')
  expect(texts.length).toBeGreaterThan(2)
  expect(parts.at(-1)).toEqual({
    type: 'done',
    caption: texts.map(({ text }) => text).join(''),
    lint: { ok: true, rules_present: false, violations: [] },
  })
})

test('a rewrite with a forbidden word is written again, once', async () => {
  const project = await aProject()
  await project.api.put(putVoiceRules, { id: project.projectId, forbidden_words: ['cheap'] })
  const once = marked('Our bread is back')
  await aModelFault(once, { fault: 'forbidden_word', word: 'cheap', times: 1 })
  const parts = await partsOf(project, { caption: once, action: 'rewrite' })
  expect(parts.filter(({ type }) => type !== 'text').map(({ type }) => type)).toEqual(['restarted', 'done'])
  expect(parts.at(-1)?.caption).not.toContain('cheap')
  const always = marked('Our cake is back')
  await aModelFault(always, { fault: 'forbidden_word', word: 'cheap' })
  expect((await partsOf(project, { caption: always, action: 'rewrite' })).at(-1)).toMatchObject({
    error: { code: 'ai_unavailable' },
  })
  expect(await modelRequests(always)).toHaveLength(2)
})

test('errors before the first part have their status, later ones are the last line', async () => {
  const project = await aProject()
  const early = marked('Our bread is back')
  await aModelFault(early, { fault: 'quota' })
  const refused = await project.api.refused(
    rewriteCaption,
    { caption: early, action: 'rewrite' },
    { accept: 'application/x-ndjson' },
  )
  expect(refused).toMatchObject({ status: 503, error: { code: 'ai_unavailable' } })
  const late = marked('Our bread is back with many more words than before')
  await aModelFault(late, { fault: 'break_off' })
  const parts = await partsOf(project, { caption: late, action: 'rewrite' })
  expect(parts[0]?.type).toBe('text')
  expect(parts.at(-1)).toMatchObject({ error: { code: 'ai_unavailable' } })
})

test('each channel gets a version that fits', async () => {
  const { api, projectId } = await aProject()
  await api.put(putVoiceRules, { id: projectId, forbidden_words: ['cheap'] })
  const caption = `${long()} {{link}}`
  const channels = ['x', 'threads', 'linkedin'] as const
  const { versions } = await api.post(adaptCaption, { caption, channels: [...channels, 'x'] })
  expect(versions.map(({ channel }) => channel)).toEqual(channels)
  for (const { channel, caption: text } of versions) {
    expect(text).toContain('{{link}}')
    expect(captionLength(text, channel)).toBeLessThanOrEqual({ x: 280, threads: 500, linkedin: 3_000 }[channel as 'x'])
  }
  await aModelFault(caption, { fault: 'forbidden_word', word: 'cheap' })
  expect(await api.post(adaptCaption, { caption, channels: ['x'] })).toEqual({ versions: [] })
})

test('hashtags fit below the caption', async () => {
  const { api } = await aProject()
  const caption = marked('Our sourdough bread is back')
  expect((await api.post(suggestHashtags, { caption })).hashtags).toMatch(/^#sourdough #bread/)
  const full = `${'a'.repeat(266)} sourdough`
  expect(captionLength(full, 'x')).toBe(276)
  expect(await api.post(suggestHashtags, { caption: full, channel: 'x' })).toEqual({ hashtags: '' })
})

test('an image is described, and sent to the model', async () => {
  const { api } = await aProject()
  const { asset } = await api.post(createAsset, { data_base64: onePixel })
  const caption = marked('Our bread is back')
  const { alt_text } = await api.post(describeImage, { media_url: asset.file_url, caption })
  expect(alt_text).toMatch(/^A photo/)
  const [asked] = await modelRequests(caption)
  expect(JSON.stringify(asked?.body)).toContain('data:image/webp;base64,')
  // Posts of the demo use images of the sandbox.
  const sample = { media_url: `${sandboxUrl()}/samples/dune.jpg` }
  expect((await api.post(describeImage, sample)).alt_text).toMatch(/^A photo/)
  const refused = await api.refused(describeImage, { media_url: `${asset.file_url}.no` })
  expect(refused.error.issues).toMatchObject([{ path: 'media_url' }])
})
