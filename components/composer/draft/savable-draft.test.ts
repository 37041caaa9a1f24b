import { expect, test } from 'vitest'
import { blankDraft, type Draft, newSlide } from './draft'
import { savableDraft } from './savable-draft'

const saved: Draft = { ...blankDraft(['x']), caption: 'Bread', destinationUrl: 'https://bread.example' }

test('a complete draft is saved as it is', () => {
  const draft = { ...saved, caption: 'More bread' }
  expect(savableDraft(draft, saved)).toEqual({ draft, leftOut: [] })
})

test('without channels, a caption and a full URL, these stay as saved and the rest is taken', () => {
  const typed: Draft = { ...saved, caption: ' ', channels: [], destinationUrl: 'not a url', title: 'Rye' }
  expect(savableDraft(typed, saved)).toEqual({
    draft: { ...saved, title: 'Rye' },
    leftOut: ['the caption', 'the channels', 'the incomplete URL'],
  })
})

test('incomplete URLs of media and channels are left out', () => {
  const [whole, typed] = [newSlide('https://bread.example/1.jpg'), newSlide('https:')]
  const linked = { ...newSlide('https://bread.example/2.jpg'), swipe_through_url: 'bread' }
  const draft: Draft = {
    ...saved,
    slides: [whole, typed, linked],
    overrides: { x: { hashtags: '#rye', link: 'bread' } },
  }
  expect(savableDraft(draft, saved).draft).toEqual({
    ...draft,
    slides: [whole, { ...linked, swipe_through_url: null }],
    overrides: { x: { hashtags: '#rye' } },
  })
})

test('a story that never had channels gets the default of the API', () => {
  const draft = { ...blankDraft([]), caption: 'Bread' }
  expect(savableDraft(draft, blankDraft([])).draft.channels).toEqual(['instagram'])
})
