import { expect, test } from 'vitest'
import { keptAnswer, redact } from './redact'

test.each([
  ['Authorization: Bearer abcdef0123456789', 'Authorization: Bearer [removed]'],
  ['GET /me?access_token=EAAB.x-1&fields=id', 'GET /me?access_token=[removed]&fields=id'],
  ['"next":"https://g.test/?limit=1&access_token=EAAB"', '"next":"https://g.test/?limit=1&access_token=[removed]"'],
  ['{"access_token":"a\\"b","id":"1"}', '{"access_token":"[removed]","id":"1"}'],
  ['token eyJhbGciOiJIUzI1.eyJpYXQiOjE3MDAw.8pHHdAZLcfUDQ ends', 'token [removed] ends'],
  ['nothing of the kind', 'nothing of the kind'],
])('%s', (text, clean) => {
  expect(redact(text)).toBe(clean)
})

test('known secrets go in whatever form they stand', () => {
  expect(redact('a s3cret/va+lue b s3cret%2Fva%2Blue', ['s3cret/va+lue', ''])).toBe('a [removed] b [removed]')
})

test('what is kept is bounded, and a secret at the edge does not stay in half', () => {
  const secret = 'k'.repeat(40)
  const kept = keptAnswer(`${'a'.repeat(1_980)}${secret}`, [secret]) ?? ''
  expect(kept.length).toBeLessThanOrEqual(2_000)
  expect(kept).not.toContain('kkk')
})
