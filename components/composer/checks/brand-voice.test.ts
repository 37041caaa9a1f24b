import { expect, test } from 'vitest'
import { findingsOf, inField } from './brand-voice'

test('a violation behind the caption is shown at the comment prompt', () => {
  const texts = { caption: 'A cheap 🔥 deal \n', commentAsk: ' Too cheap? ' }
  const joined = 'A cheap 🔥 deal\n\nToo cheap?'
  const violation = (value: string, position: number) => ({ type: 'word', value, position, channel: 'default' })
  const lint = { ok: false, rules_present: true, violations: [violation('cheap', 2), violation('cheap', 20)] }
  const found = findingsOf(lint, () => joined).map((finding) => inField(finding, texts, joined))
  expect(found).toMatchObject([
    { field: 'caption', start: 2, end: 7 },
    { field: 'ask', start: 5, end: 10 },
  ])
  expect(texts.commentAsk.slice(5, 10)).toBe('cheap')
})
