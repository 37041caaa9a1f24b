import { expect, test } from 'vitest'
import { blankDraft, type Draft, type DraftSlide } from '../draft/draft'
import { type EditorEvent, type EditorState, editorReducer, initialEditor, shownTab } from './editor'

const slide = (key: string, media_url = `https://a.example/${key}.png`): DraftSlide => ({ key, media_url })
const run = (draft: Partial<Draft>, ...events: EditorEvent[]): EditorState =>
  events.reduce(editorReducer, initialEditor({ ...blankDraft(['x']), ...draft }, 'all'))
const keys = (slides: DraftSlide[] | undefined) => slides?.map(({ key }) => key)

test('a file has its slide from the start of its upload, and its URL at the end', () => {
  const added = [{ slide: slide('upload-a', ''), uploadId: '1' }]
  const started = run({}, { type: 'slidesAdded', target: null, added, leftOutCount: 0 })
  expect(started).toMatchObject({ draft: { slides: [slide('upload-a', '')] }, uploads: { 'upload-a': '1' } })
  const done = editorReducer(started, {
    type: 'uploadDone',
    uploadId: '1',
    url: 'https://a.example/1.png',
    fileName: 'a.png',
  })
  expect(done.draft.slides).toEqual([slide('upload-a', 'https://a.example/1.png')])
  expect(done).toMatchObject({ uploads: {}, fileNames: { 'https://a.example/1.png': 'a.png' } })
})

test('an upload of a removed slide changes nothing', () => {
  const added = [{ slide: slide('upload-a', ''), uploadId: '1' }]
  const state = run(
    {},
    { type: 'slidesAdded', target: null, added, leftOutCount: 0 },
    { type: 'slideRemoved', target: null, key: 'upload-a' },
  )
  const done: EditorEvent = { type: 'uploadDone', uploadId: '1', url: 'https://a.example/1.png', fileName: 'a.png' }
  expect(editorReducer(state, done)).toBe(state)
})

test('added files replace empty rows', () => {
  const added = [{ slide: slide('b') }]
  const state = run(
    { slides: [slide('a'), slide('empty', '')] },
    { type: 'slidesAdded', target: null, added, leftOutCount: 2 },
  )
  expect(keys(state.draft.slides)).toEqual(['a', 'b'])
  expect(state.leftOutCount).toBe(2)
})

test('moves slides within their bounds', () => {
  const slides = [slide('a'), slide('b'), slide('c')]
  const moved = run({ slides }, { type: 'slideMoved', target: null, from: 0, to: 2 })
  expect(keys(moved.draft.slides)).toEqual(['b', 'c', 'a'])
  expect(moved.announcement).toBe('Moved to position 3 of 3.')
  expect(keys(editorReducer(moved, { type: 'slideMoved', target: null, from: 0, to: -1 }).draft.slides)).toEqual([
    'b',
    'c',
    'a',
  ])
})

test('a channel without slides uses the story’s again', () => {
  const state = run({ overrides: { x: { slides: [slide('a')] } } }, { type: 'slideRemoved', target: 'x', key: 'a' })
  expect(state.draft.overrides.x).toEqual({})
})

test('the tab of a deselected channel falls back to all channels', () => {
  const state = run({}, { type: 'tabChosen', tab: 'x' })
  expect(shownTab(state)).toBe('x')
  expect(shownTab(editorReducer(state, { type: 'edited', patch: { channels: [] } }))).toBe('all')
})

test('a requested field shows its tab', () => {
  const state = run({}, { type: 'fieldRequested', target: { channel: 'x', field: 'caption' } })
  expect(state).toMatchObject({ tab: 'x', focus: { target: { channel: 'x', field: 'caption' } } })
})
