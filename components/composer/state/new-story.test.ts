import { expect, test } from 'vitest'
import type { SocialConnection } from '@/lib/connections/contract'
import { newStoryOf } from './new-story'

const connections = ['instagram', 'x', 'linkedin', 'threads'].map(
  (channel) => ({ channel, connected: channel !== 'threads' }) as SocialConnection,
)
const channelsOf = (search: string): readonly string[] => {
  const source = { template: null, caption: null, assets: [] }
  const { initial, filled } = newStoryOf(source, { projectId: 'p', connections, params: new URLSearchParams(search) })
  return filled.channels ?? initial.draft.channels
}

test('the address can name channels; those that are not connected are left out', () => {
  expect(channelsOf('channels=linkedin,x,threads,nonsense')).toEqual(['x', 'linkedin'])
  expect(channelsOf('channels=x')).toEqual(['x'])
  expect(channelsOf('channels=threads')).toEqual(['instagram', 'x', 'linkedin'])
  expect(channelsOf('')).toEqual(['instagram', 'x', 'linkedin'])
})
