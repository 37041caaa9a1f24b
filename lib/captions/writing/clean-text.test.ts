import { describe, expect, test } from 'vitest'
import { captionLength, captionLimit } from './caption-limit'
import { cleanCaption, cleanHashtags, fitCaption } from './clean-text'

describe('cleanCaption', () => {
  const input = 'Announce the sale at https://bakery.example.com/sale and bakery.com'
  test.each([
    ['Sale! https://bakery.example.com/sale/', 'Sale! https://bakery.example.com/sale/'],
    ['Sale on Bakery.com today.', 'Sale on Bakery.com today.'],
    ['Win money at https://evil.com/x?y=1 now.', 'Win money at now.'],
    ['Win money at evil.com/now!', 'Win money at!'],
    ['Win money at www.evil.internal/x', 'Win money at'],
    ['Call ftp://evil.com/x or http://10.0.0.1/x', 'Call or'],
    ['[Our sale](https://evil.com)', 'Our sale'],
    ['Sale (https://evil.com).', 'Sale.'],
    ['Our new Node.js course, e.g. for you.', 'Our new Node.js course, e.g. for you.'],
    ['Sale {{link}} {{date}} {{secret.key}}', 'Sale'],
    ['Sale\u0000\u200b\u0007\n\n\n\nnow  ok', 'Sale\u200b\n\nnow ok'],
  ])('%s', (text, cleaned) => {
    expect(cleanCaption(text, { input, destination: null })).toBe(cleaned)
  })

  const destination = 'https://bakery.example.com/bread'
  test.each([
    ['Bread: {{ LINK }} and {{link}}', 'Bread: {{link}} and'],
    [`Bread: ${destination}`, 'Bread: {{link}}'],
    ['Bread', 'Bread\n\n{{link}}'],
    ['Bread https://evil.com', 'Bread\n\n{{link}}'],
  ])('with a destination: %s', (text, cleaned) => {
    expect(cleanCaption(text, { input: 'Bread', destination })).toBe(cleaned)
  })

  test('a {{link}} of the input stays', () => {
    const links = { input: 'Our bread {{link}}', destination: null }
    expect(cleanCaption('Bread {{link}} today', links)).toBe('Bread {{link}} today')
    expect(cleanCaption('Bread today', links)).toBe('Bread today\n\n{{link}}')
  })

  test('endless texts take no time', () => {
    expect(cleanCaption('.a'.repeat(1_000_000), { input: '', destination: null }).length).toBeLessThan(10_001)
  })
})

describe('fitCaption', () => {
  const x = captionLimit('x', 64)
  test.each([
    ['Fresh bread.', 'Fresh bread.'],
    ['Fresh bread from our oven. Come and taste it today, it is still warm.', 'Fresh bread from our oven.'],
    // With the short link in the place of {{link}}.
    ['Fresh bread from our oven. Come and taste it. {{link}}', 'Fresh bread from our oven. {{link}}'],
    ['できたてのパンです。今日のお昼まで、駅前のお店でお待ちしております。', 'できたてのパンです。'],
    ['One sentence without an end that does not fit because it is far too long', null],
  ])('%s', (text, fitted) => {
    expect(fitCaption(text, x)).toBe(fitted)
    if (fitted) expect(captionLength(fitted, 'x')).toBeLessThanOrEqual(64)
  })

  test('no channel accepts more than its limit', () => {
    expect(captionLimit('x', 5_000).max).toBe(280)
    expect(captionLimit('threads').max).toBe(500)
    expect(captionLimit(null, 5_000).max).toBe(2_200)
  })
})

test('hashtags have their sign, each once', () => {
  expect(cleanHashtags(['bread', '#Bread', '#fresh-bread', '#2026', '#größe #パン', 'evil.com', ''], 5)).toEqual([
    '#bread',
    '#größe',
    '#パン',
  ])
})
