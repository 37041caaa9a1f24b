import { expect, test } from 'vitest'
import { oauth1Header, oauth1Signature, percentEncode } from './oauth1'

const keys = {
  apiKey: 'xvz1evFS4wEEPTGEFPHBog',
  apiSecret: 'kAcSOqF21Fu85e7zjz7ZN2U4ZRhfV3WpwPAoE3Z7kBw',
  accessToken: '370773112-GmHxMAgYyLbNEtIKZeRNFsMKPR9EyMZeS9weJAEb',
  accessTokenSecret: 'LswwdoUaIvS8ltyTt5jkRh4J50vUPVVHtR2YPi5kE',
}
const moment = { nonce: 'kYjzVBB8Y0ZFabxSWbWovY3uYSQ2pTgmZeNu2VS4cg', timestamp: 1_318_622_958 }

const signatureIn = (header: string): string =>
  decodeURIComponent(header.match(/oauth_signature="([^"]+)"/)?.[1] ?? 'no signature')

test('signs query and form parameters (test vector of X’s documentation)', () => {
  const url = new URL('https://api.x.com/1.1/statuses/update.json?include_entities=true')
  const form: [string, string][] = [['status', 'Hello Ladies + Gentlemen, a signed OAuth request!']]
  expect(signatureIn(oauth1Header('POST', url, keys, moment, form))).toBe('Ls93hJiZbQ3akF3HF3x1Bz8/zU4=')
})

test('a JSON body is not signed', () => {
  const header = oauth1Header('POST', new URL('https://api.x.com/2/tweets'), keys, moment)
  expect(signatureIn(header)).toBe('lr+tV/DKclEvXKVjG6tgaSSLV0k=')
  expect(header).toMatch(/^OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="/)
})

test('parameters with the same name are sorted by value', () => {
  const a = oauth1Signature('GET', new URL('http://x.test/?a=2&a=1'), [], keys)
  expect(oauth1Signature('GET', new URL('http://x.test/?a=1&a=2'), [], keys)).toBe(a)
})

test('encodes the five characters that encodeURIComponent does not', () => {
  expect(percentEncode("a-._~!'()* +é")).toBe('a-._~%21%27%28%29%2A%20%2B%C3%A9')
})
