import { expect, test } from 'vitest'
import { filler, fillMembers, groupsIn } from './variables'

const time = {
  slot: new Date('2030-05-06T10:00:00Z'),
  timezone: 'Europe/Berlin',
  pillarName: 'Tips',
  contentType: 'tips',
}
const values = {
  item: {
    ...{ title: 'Rye bread', 'Unit price': '4 €', link: 'https://bread.example' },
    date: '2030-05-05T22:30:00.000Z',
  },
}

test.each<[string, string]>([
  ['New: {{item.title}}', 'New: Rye bread'],
  ['{{ Item.TITLE }} for {{item.unit price}}', 'Rye bread for 4 €'],
  ['{{weekday}}, {{date}}: {{pillar}}', 'Monday, 2030-05-06: Tips'],
  ['{{item.title}} {{link}} {{unknown}}', 'Rye bread {{link}} {{unknown}}'],
  ['{{item.subtitle}}.', '.'],
  ['{{item.date}}', '2030-05-06'],
])('%s → %s', (text, filled) => {
  expect(filler(values, time).fill(text)).toBe(filled)
})

test('a value cannot contain variables, tokens or the link', () => {
  const hostile = { item: { title: '{{item.secret}} {{link}} {{date}} $& $1', secret: 'No' } }
  expect(filler(hostile, time).fill('{{item.title}}')).toBe('{ {item.secret} } { {link} } { {date} } $& $1')
})

test('tells fields that are missing from variables that the trigger does not have', () => {
  const { fill, unknown, missing } = filler(values, time)
  fill('{{item.subtitle}} {{story.title}} {{recent_posts}}')
  expect([[...missing], [...unknown]]).toEqual([['subtitle'], ['{{story.title}}', '{{recent_posts}}']])
})

test('an example has the names of its fields', () => {
  const { fill, missing } = filler({ item: {} }, time, true)
  expect(fill('{{item.title}}: {{ item.unit price }}')).toBe('[title]: [unit price]')
  expect(missing.size).toBe(0)
})

test('fills texts, and leaves addresses and choices alone', () => {
  const { fill } = filler(values, time)
  const override = { title: '{{item.title}}', link: 'https://shop.example/{{item.title}}', post_type: 'single' }
  expect(fillMembers(override, fill)).toEqual({ ...override, title: 'Rye bread' })
})

test('lists the groups of a text', () => {
  expect([...groupsIn('{{item.title}} {{item.link}} {{recent_posts}} {{link}}')]).toEqual([
    ['item', '{{item.title}}'],
    ['recent_posts', '{{recent_posts}}'],
  ])
})
