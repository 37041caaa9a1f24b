import { expect, test } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import { channelLimits } from '@/lib/channels/limits'
import { firstChannels } from './first-channels'

const choose = (...columns: Parameters<typeof firstChannels>[0]) =>
  firstChannels(columns, channelIds, (channel) => channelLimits[channel].needsMedia)

const text = { field: 'text', samples: ['Bread'] } as const

test('a file without channels gets the connected ones that its posts fit', () => {
  expect(choose(text, { field: 'media', samples: ['https://a.example/1.png'] })).toEqual([...channelIds])
  const withoutMedia = ['facebook', 'x', 'linkedin', 'ghost', 'threads']
  expect(choose(text)).toEqual(withoutMedia)
  expect(choose(text, { field: 'media', samples: [] })).toEqual(withoutMedia)
})

test('a file that names channels gets none', () => {
  expect(choose(text, { field: 'channels', samples: ['x'] })).toEqual([])
  expect(choose(text, { field: 'on_x', samples: [] })).toEqual([])
})
