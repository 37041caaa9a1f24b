import { expect, test } from 'vitest'
import { copyName, templateContentOf } from './template-content'

test('a template of a story has its text without media and pins', () => {
  const content = templateContentOf({
    content_type: 'recipes',
    caption: 'Bread',
    hashtags: '#bread',
    channels: ['x', 'instagram'],
    post_type: 'carousel',
    channel_overrides: {
      x: { caption: 'Short', slides: [{ media_url: 'https://a.example/1.png' }] },
      instagram: { pin_to_grid: true },
    },
  })
  expect(content).toEqual({
    content_type: 'recipes',
    caption: 'Bread',
    hashtags: '#bread',
    channels: ['x', 'instagram'],
    post_type: null,
    channel_overrides: { x: { caption: 'Short' } },
  })
})

test('the name of a copy is not taken', () => {
  expect(copyName('Sale', ['Sale'])).toBe('Sale copy')
  expect(copyName('Sale copy', ['Sale', 'SALE COPY', 'Sale copy 2'])).toBe('Sale copy 3')
})
