import { expect, test } from 'vitest'
import { aSandbox, control, request } from './support'

test('a sample blog has the same articles in each format, and new ones come from the control API', async () => {
  const sandbox = await aSandbox()
  const url = `${sandbox.url}/sources/my-blog`
  const before = await request(`${url}/feed.xml`)
  await control(sandbox, 'POST', '/articles/my-blog', { title: 'Bread & <butter>' })
  const feed = await request(`${url}/feed.xml`)
  expect(feed.text).toContain('<title>Bread &amp; &lt;butter&gt;</title>')
  expect(feed.text.match(/<item>/g)?.length).toBe((before.text.match(/<item>/g)?.length ?? 0) + 1)
  expect(JSON.parse((await request(`${url}/posts.json`)).text).data.posts[0].title).toBe('Bread & <butter>')
  expect((await request(`${url}/posts.csv`)).text).toContain('"Bread & <butter>"')
  const page = await request(url)
  expect(page.text).toContain(`<link rel="alternate" type="application/rss+xml" href="${url}/feed.xml">`)
  expect((await request(`${url}/bread-butter`)).status).toBe(200)
  expect((await request(`${sandbox.url}/sources/another/bread-butter`)).status).toBe(404)
  const etag = feed.headers.get('etag') ?? ''
  expect((await request(`${url}/feed.xml`, { headers: { 'if-none-match': etag } })).status).toBe(304)
})
