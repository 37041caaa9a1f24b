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
  decodeURIComponent(header.match(/oauth_signature="([^"]+)"/)?.[1] ?? 'there is none')

test('query and form parameters are signed: the vector of X’s own documentation', () => {
  const url = new URL('https://api.x.com/1.1/statuses/update.json?include_entities=true')
  const form: [string, string][] = [['status', 'Hello Ladies + Gentlemen, a signed OAuth request!']]
  expect(signatureIn(oauth1Header('POST', url, keys, moment, form))).toBe('Ls93hJiZbQ3akF3HF3x1Bz8/zU4=')
})

test('a JSON body is not signed', () => {
  const header = oauth1Header('POST', new URL('https://api.x.com/2/tweets'), keys, moment)
  expect(signatureIn(header)).toBe('lr+tV/DKclEvXKVjG6tgaSSLV0k=')
  expect(header).toMatch(/^OAuth oauth_consumer_key="xvz1evFS4wEEPTGEFPHBog", oauth_nonce="/)
})

test('parameters with one name are ordered by value', () => {
  const a = oauth1Signature('GET', new URL('http://x.test/?a=2&a=1'), [], keys)
  expect(oauth1Signature('GET', new URL('http://x.test/?a=1&a=2'), [], keys)).toBe(a)
})

test('the five characters that JavaScript leaves alone are encoded', () => {
  expect(percentEncode("a-._~!'()* +é")).toBe('a-._~%21%27%28%29%2A%20%2B%C3%A9')
})
