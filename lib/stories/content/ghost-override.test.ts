import { expect, test } from 'vitest'
import { ChannelOverrides } from '../create-contract'

const faultsOf = (ghost: object) =>
  ChannelOverrides.safeParse({ ghost }).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []

test('the options of a Ghost post are checked', () => {
  expect(
    faultsOf({
      title: '🥐'.repeat(256),
      excerpt: '🥐',
      status: 'draft',
      visibility: 'paid',
      canonical_url: 'https://first.example/',
    }),
  ).toEqual([])
  expect(faultsOf({ status: 'scheduled', canonical_url: 'first.example' }).map(([path]) => path)).toEqual([
    'ghost.status',
    'ghost.canonical_url',
  ])
})
