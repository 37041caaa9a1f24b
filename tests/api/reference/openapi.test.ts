import { expect, inject, test } from 'vitest'
import { openApiDocument } from '@/lib/api/openapi'
import { getOpenApi } from '@/lib/reference/contract'
import { Api } from '@/tests/support/api'

test('the description is served to everybody, under the address of the server', async () => {
  const served = await new Api(inject('productUrl'), null).get(getOpenApi)
  expect(served).toMatchObject({ servers: [{ url: inject('productUrl') }] })
  expect({ ...served, servers: [] }).toEqual({ ...JSON.parse(JSON.stringify(openApiDocument())), servers: [] })
})

test.each(['/docs', '/docs/stories', '/docs/webhook-events', '/docs/shapes'])('the page %s is there', async (path) => {
  const response = await fetch(new URL(path, inject('productUrl')))
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Storycast')])
})

test('a page of the reference that is none is not there', async () => {
  expect((await fetch(new URL('/docs/nothing', inject('productUrl')))).status).toBe(404)
})
