import { expect, test } from 'vitest'
import { isRegistered, placeOf, redirectUriProblem, withParameters } from './redirect-uri'

test.each([
  ['http://127.0.0.1/cb', 'http://127.0.0.1:51004/cb', true],
  ['http://[::1]/cb', 'http://[::1]:51004/cb', true],
  ['http://localhost:3000/cb', 'http://localhost:51004/cb', true],
  ['http://localhost:3000/cb', 'http://localhost/cb', true],
  ['http://localhost/cb', 'http://localhost:51004/other', false],
  ['http://localhost/cb', 'http://localhost:51004/cb?x=1', false],
  ['http://localhost/cb', 'https://localhost:51004/cb', false],
  ['http://localhost/cb', 'http://127.0.0.1:51004/cb', false],
  ['http://localhost/cb', 'http://localhost:51004@evil.example/cb', false],
  ['http://localhost/cb', 'http://localhost.evil.example:51004/cb', false],
  ['http://localhost/cb', 'http://localhost:99999/cb', false],
  ['https://bread.example/cb', 'https://bread.example/cb', true],
  ['https://bread.example/cb', 'https://bread.example:51004/cb', false],
  ['com.example.bread:/cb', 'com.example.bread:/cb', true],
])('registered %s, requested %s: %s', (registered, requested, allowed) => {
  expect(isRegistered(requested, [registered])).toBe(allowed)
})

test.each(['https://bread.example/cb?tenant=1', 'com.example.bread:/cb', 'cursor://a/cb', 'http://[::1]:1/'])(
  '%s can be registered',
  (uri) => expect(redirectUriProblem(uri)).toBeNull(),
)

test.each([
  ['https://a.example/cb', 'https://a.example/cb?code=x'],
  ['https://a.example/cb?t=%20', 'https://a.example/cb?t=%20&code=x'],
  ['https://a.example/cb?', 'https://a.example/cb?code=x'],
  ['com.example.bread:/cb', 'com.example.bread:/cb?code=x'],
])('parameters are added to %s', (uri, expected) => {
  expect(withParameters(uri, { code: 'x', state: null })).toBe(expected)
})

test.each([
  ['https://bread.example/cb', 'bread.example'],
  ['cursor://a/cb', 'cursor'],
  ['http://127.0.0.1/cb', null],
])('people see where %s leads', (uri, place) => expect(placeOf(uri)).toBe(place))
