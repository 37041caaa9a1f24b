import { expect, test } from 'vitest'
import { captionsOf } from './captions'

test('the caption with its prompt, the captions of channels, and the description of a pin are checked', () => {
  const story = { caption: 'Bread', comment_ask: 'Rye or wheat?', comment_ask_mode: 'append' as const }
  const channel_overrides = {
    x: { caption: 'Bread on X' },
    pinterest: { caption: 'Not posted', description: 'Bread on a pin' },
    threads: { hashtags: '#bread' },
  }
  expect(captionsOf({ ...story, channel_overrides })).toEqual({
    default: 'Bread\n\nRye or wheat?',
    x: 'Bread on X',
    pinterest: 'Bread on a pin',
    threads: undefined,
  })
})
