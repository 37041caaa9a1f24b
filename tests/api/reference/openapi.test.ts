import { expect, inject, test } from 'vitest'
import { getOpenApi } from '@/lib/openapi/description-contract'
import { openApiDocument } from '@/lib/openapi/openapi'
import { Api } from '@/tests/support/api/api'

test('the OpenAPI file is public and contains the server’s URL', async () => {
  const served = await new Api(inject('productUrl'), null).get(getOpenApi)
  expect(served).toMatchObject({ servers: [{ url: inject('productUrl') }] })
  expect({ ...served, servers: [] }).toEqual({ ...JSON.parse(JSON.stringify(openApiDocument())), servers: [] })
})

test.each(['/docs', '/docs/stories', '/docs/webhook-events', '/docs/shapes'])('the page %s exists', async (path) => {
  const response = await fetch(new URL(path, inject('productUrl')))
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('Storycast')])
})

test('404 for an unknown reference page', async () => {
  expect((await fetch(new URL('/docs/nothing', inject('productUrl')))).status).toBe(404)
})
