import { expect, test } from 'vitest'
import { blankDraft, type Draft } from '../draft/draft'
import { draftProblems, isAboutTime } from './draft-problems'

const none = { preview: {}, connected: ['x'] as const, isPinExpired: false, time: null, voice: [] }
const draft: Draft = { ...blankDraft(['x']), caption: 'Bread' }
const messages = (of: Draft, found: Partial<Parameters<typeof draftProblems>[1]> = {}): string[] =>
  draftProblems(of, { ...none, ...found }).map(({ message }) => message)

test('a time in the past is an issue of scheduling', () => {
  expect(messages(draft)).toEqual([])
  expect(messages(draft, { time: 'past' })).toEqual(['This time is in the past. Pick a later one.'])
  expect(draftProblems(draft, { ...none, time: 'past' }).every(isAboutTime)).toBe(true)
})

test('a time that cannot be read is an issue of scheduling', () => {
  expect(messages(draft, { time: 'unreadable' })).toEqual(['Fix the time: enter a date and time.'])
  expect(draftProblems(draft, { ...none, time: 'unreadable' }).every(isAboutTime)).toBe(true)
})

test('a story without channels has an issue once it has a text', () => {
  expect(messages({ ...draft, channels: [] })).toEqual(['Choose at least one channel.'])
  expect(messages(blankDraft([]))).toEqual([])
})

test('each finding of the brand voice is one issue, and the text field lists it', () => {
  const at = { channel: null, field: 'caption', end: 5 } as const
  const voice = [
    { ...at, type: 'word', value: 'cheap', start: 0 },
    { ...at, type: 'emoji', value: '🔥', start: 8 },
  ]
  expect(draftProblems(draft, { ...none, voice }).map(({ isAtField }) => isAtField)).toEqual([true, true])
})
