import { expect, test } from 'vitest'
import { urlPattern } from './url-pattern'

test.each([
  ['See https://bakery.example/today?a=1.', ['https://bakery.example/today?a=1']],
  ['(http://bakery.example), “https://b.example/x”', ['http://bakery.example', 'https://b.example/x']],
  ['javascript:alert(1) and bakery.example', []],
])('%s', (text, urls) => expect(text.match(urlPattern) ?? []).toEqual(urls))
