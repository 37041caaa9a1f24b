import { expect, test } from 'vitest'
import { ChannelOverrides } from './create-contract'

const faultsOf = (ghost: object) =>
  ChannelOverrides.safeParse({ ghost }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test('what a Ghost site is told is held to the site’s limits, in code points', () => {
  expect(
    faultsOf({
      title: '🥐'.repeat(255),
      excerpt: '🥐',
      status: 'draft',
      visibility: 'paid',
      canonical_url: 'https://first.example/',
    }),
  ).toEqual([])
  expect(faultsOf({ title: '🥐'.repeat(256), excerpt: 'a' })).toEqual([
    ['ghost.title', 'Ghost allows 255 characters in the title, and there are 256. Take out 1.'],
  ])
  expect(faultsOf({ status: 'scheduled', canonical_url: 'first.example' }).map(([path]) => path)).toEqual([
    'ghost.status',
    'ghost.canonical_url',
  ])
})
