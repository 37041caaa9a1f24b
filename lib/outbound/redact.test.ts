import { expect, test } from 'vitest'
import { redact, redactedExcerpt } from './redact'

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

test('removes known secrets, also URL-encoded', () => {
  expect(redact('a s3cret/va+lue b s3cret%2Fva%2Blue', ['s3cret/va+lue', ''])).toBe('a [removed] b [removed]')
})

test('an excerpt is limited and does not end in half a secret', () => {
  const secret = 'k'.repeat(40)
  const excerpt = redactedExcerpt(`${'a'.repeat(1_980)}${secret}`, [secret]) ?? ''
  expect(excerpt.length).toBeLessThanOrEqual(2_000)
  expect(excerpt).not.toContain('kkk')
})
