import { expect, test } from 'vitest'
import { blankContent } from './content'
import { resolveTracking, rowTracking } from './tracking-values'

const tracking = {
  utm_template: { campaign: '{{pillar}}', content: '{{date}}' },
  slug: 'acme',
  name: 'Acme',
  pillarNames: { bts: 'Behind the scenes' },
  templateName: null,
  automationName: null,
}
const story = { ...blankContent, id: 'story', content_type: 'bts', channels: ['x' as const, 'ghost' as const] }
const at = new Date('2026-12-31T23:30:00Z')

test('values of a channel never change once resolved; those of a new channel are added', () => {
  const first = resolveTracking(null, { ...story, channels: ['x'] }, tracking, at)
  expect(first.x).toMatchObject({ campaign: 'behind-the-scenes', content: '2026-12-31' })
  const later = { ...tracking, pillarNames: {}, utm_template: { campaign: 'other' } }
  const second = resolveTracking(first, { ...story, content_type: 'news' }, later, new Date('2027-02-01T00:00:00Z'))
  expect(second).toMatchObject({ x: first.x, ghost: { campaign: 'other', content: '2027-02-01' } })
})

test('a row has the values of the story, or else those of the template', () => {
  const resolved = resolveTracking(null, story, tracking, at)
  const given = { utm_campaign: 'spring', utm_content: ' ', utm_term: null }
  expect(rowTracking(given, resolved, 'x')).toEqual({
    source: 'twitter',
    medium: 'post',
    campaign: 'spring',
    content: '2026-12-31',
  })
  expect(rowTracking(given, null, 'x')).toEqual({ campaign: 'spring' })
})
