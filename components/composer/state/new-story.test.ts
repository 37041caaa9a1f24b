import { expect, test } from 'vitest'
import type { SocialConnection } from '@/lib/connections/contract'
import type { Asset } from '@/lib/media/contract'
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

test('files of the library bring their alt text', () => {
  const file = (name: string, alt_text: string | null) =>
    ({ project_id: 'p', file_url: `https://a.example/${name}`, alt_text }) as Asset
  const source = { template: null, caption: null, assets: [file('a.png', 'A loaf of rye'), file('b.png', null)] }
  const { filled } = newStoryOf(source, { projectId: 'p', connections, params: new URLSearchParams() })
  expect(filled.slides?.map(({ key: _, ...slide }) => slide)).toEqual([
    { media_url: 'https://a.example/a.png', alt_text: 'A loaf of rye' },
    { media_url: 'https://a.example/b.png' },
  ])
})
