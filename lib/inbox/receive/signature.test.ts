import { expect, test } from 'vitest'
import { isSigned, readSignedRequest } from './signature'

const secret = 'app_secret_123'
const plain = '{"object":"instagram","entry":[]}'
const plainSum = 'sha256=3bb1a403fe64658457581db405b3078b8772af06832c7193732c091fac4a60d4'
const escaped = String.raw`{"object":"instagram","entry":[{"id":"1","text":"caf\u00e9 \ud83d\ude00"}]}`
const escapedSum = 'sha256=40d0556f3764c50745ed8c1a4caf639a9a8a2827658c92b31de8569ccab87fc8'
const reserializedSum = 'sha256=a47ea1b702bc2004d9c1d5ad06127c795bb25c2af5a60219eb75e3f8bbb4633d'

test.each([
  ['the signature of the bytes', plain, plainSum, true],
  ['upper-case digits', plain, plainSum.replace(/[a-f](?=\w*$)/g, (digit) => digit.toUpperCase()), true],
  ['escaped text', escaped, escapedSum, true],
  ['the same text, serialized again', JSON.stringify(JSON.parse(escaped)), escapedSum, false],
  ['escaped text with the signature of the serialized text', escaped, reserializedSum, false],
  ['a body with one byte more', `${plain} `, plainSum, false],
  ['an empty body', '', plainSum, false],
  ['no header', plain, null, false],
  ['SHA-1', plain, plainSum.replace('sha256', 'sha1'), false],
  ['a short signature', plain, plainSum.slice(0, -2), false],
  ['a signature that is not hex', plain, `sha256=${'z'.repeat(64)}`, false],
])('%s: %s', (_, body, header, expected) => {
  expect(isSigned(Buffer.from(body), header, secret)).toBe(expected)
})

const signedRequest =
  'q1m1hDVrXQahMeaL8xE3klvRejnyvYoe4sayZbR0tjw.eyJ1c2VyX2lkIjoiMjE4NDcxIiwiYWxnb3JpdGhtIjoiSE1BQy1TSEEyNTYiLCJpc3N1ZWRfYXQiOjE3MDAwMDAwMDB9'

test.each([
  ['a valid request', signedRequest, '218471'],
  ['another payload', signedRequest.replace('.eyJ1', '.eyJ2'), undefined],
  ['another signature', signedRequest.replace('q1m1', 'q1m2'), undefined],
  ['a third part', `${signedRequest}.x`, undefined],
  ['no signature', signedRequest.slice(signedRequest.indexOf('.')), undefined],
  ['nothing', '', undefined],
])('signed_request with %s', (_, signed, userId) => {
  expect((readSignedRequest(signed, secret) as { user_id: string } | null)?.user_id).toBe(userId)
})
