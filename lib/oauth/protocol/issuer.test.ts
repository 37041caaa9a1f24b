import { expect, test } from 'vitest'
import { isOwnResource, issuer } from './issuer'

test.each(['', '/', '/api', '/api/', '/api/v1', '/api/v1/'])('the resource %j of this server', (path) =>
  expect(isOwnResource(issuer() + path)).toBe(true),
)

test.each([
  ...[
    '//',
    '/api/v2',
    '/api/v1/stories',
    '/apix',
    '/API',
    '/api?x=1',
    '/api#x',
    '/../api',
    '.evil.example',
    '@evil.example',
  ],
])('not the resource %j', (end) => expect(isOwnResource(issuer() + end)).toBe(false))

test.each(['', '/api', 'https://other.example/api'])('not the resource %j of another server', (resource) =>
  expect(isOwnResource(resource)).toBe(false),
)
