import { expect, test } from 'vitest'
import { findLinks, type NavGroup } from './find-links'

const groups: NavGroup[] = [
  {
    label: 'Stories',
    href: '/docs/stories',
    links: [
      { label: 'Create a story', href: '#create', method: 'POST', path: '/api/v1/stories' },
      { label: 'List stories', href: '#list', method: 'GET', path: '/api/v1/stories' },
    ],
  },
  { label: 'Queue', href: '/docs/queue', links: [{ label: 'Get the forecast', href: '#forecast', method: 'GET' }] },
]

test.each([
  ['', ['#create', '#list', '#forecast']],
  // In any order, in the summary, the method, the path or the name of the group.
  ['story CREATE', ['#create']],
  ['post /api/v1', ['#create']],
  ['queue', ['#forecast']],
  ['stories forecast', []],
])('a search for “%s” finds %j', (text, hrefs) =>
  expect(findLinks(groups, text).flatMap(({ links }) => links.map(({ href }) => href))).toEqual(hrefs),
)
