import { expect, test } from 'vitest'
import { parseUrl } from './parse-url'

test('reads a host that is not ASCII every time', () => {
  const hosts = new Set(Array.from({ length: 20_000 }, () => parseUrl('https://bücher.example/')?.host))
  expect([...hosts]).toEqual(['xn--bcher-kva.example'])
})

test.each([
  ['https://a.example/x', undefined, 'https://a.example/x'],
  ['/x', 'https://a.example/y', 'https://a.example/x'],
  ['/x', undefined, undefined],
  ['https://[::1', 'https://a.example', undefined],
  ['', undefined, undefined],
])('%j with the base %j', (text, base, href) => expect(parseUrl(text, base)?.href).toBe(href))
