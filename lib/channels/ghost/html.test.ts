import { describe, expect, test } from 'vitest'
import { aPost } from '@/tests/support/publishing/resolved-post'
import { ghostHtml, plainText, type UploadedVideo } from './html'

test('HTML in the caption is escaped', () => {
  const html = ghostHtml(aPost('ghost', { text: 'a <script>alert("1")</script> & \'b\'' }), [])
  expect(html).toBe('<p>a &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;b&#39;</p>')
})

test('blank lines separate paragraphs; URLs become links without the final period', () => {
  const html = ghostHtml(aPost('ghost', { text: 'One\ntwo\n\nSee https://a.test/?x=1&y="2".' }), [])
  expect(html).toBe(
    '<p>One<br>two</p><p>See <a href="https://a.test/?x=1&amp;y=">https://a.test/?x=1&amp;y=</a>&quot;2&quot;.</p>',
  )
  expect(plainText(html)).toBe('One\ntwo\nSee https://a.test/?x=1&y="2".\n')
})

test('images are in galleries of nine, three per row, with alt texts', () => {
  const images = Array.from({ length: 11 }, (_, index) => ({
    url: `https://site.test/${index}.jpg`,
    altText: index === 0 ? 'A "good" loaf' : null,
    width: 40,
    height: 30,
  }))
  const html = ghostHtml(aPost('ghost'), images)
  expect(html.match(/<figure class="kg-card kg-gallery-card/g)).toHaveLength(2)
  expect(html.match(/kg-gallery-row/g)).toHaveLength(4)
  expect(html).toContain('<img src="https://site.test/0.jpg" width="40" height="30" alt="A &quot;good&quot; loaf">')
})

test('a single image gets an image card', () => {
  const image = { url: 'https://site.test/1.jpg', altText: null, width: null, height: null }
  expect(ghostHtml(aPost('ghost', { text: 'a' }), [image])).toBe(
    '<p>a</p><figure class="kg-card kg-image-card"><img src="https://site.test/1.jpg" alt=""></figure>',
  )
})

test('a video gets a card with its cover', () => {
  const url = 'https://site.test/f.mp4'
  const video = { url, thumbnailUrl: 'https://site.test/c.jpg?a&b', width: 640, height: 360, durationSeconds: 65.4 }
  const cards = (one: UploadedVideo) => ghostHtml(aPost('ghost', { text: 'a' }), [], [one])
  expect(cards(video)).toBe(
    '<p>a</p><figure class="kg-card kg-video-card" data-kg-thumbnail="https://site.test/c.jpg?a&amp;b" data-kg-custom-thumbnail="https://site.test/c.jpg?a&amp;b"><div class="kg-video-container"><video src="https://site.test/f.mp4" width="640" height="360" playsinline preload="metadata"></video><span class="kg-video-duration">1:05</span></div></figure>',
  )
  expect(cards({ ...video, durationSeconds: 4_500 })).toContain('>75:00<')
  expect(cards({ ...video, durationSeconds: 0.4 })).toContain('>0:01<')
  expect(cards({ url, thumbnailUrl: null })).toBe(
    '<p>a</p><figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://site.test/f.mp4" playsinline preload="metadata"></video></div></figure>',
  )
})

describe('story link', () => {
  const link = 'https://shop.test/bread?size=2&utm_source=ghost&utm_medium=blog#top'
  const html = (text: string, own: string | null = link) => ghostHtml(aPost('ghost', { text, link: own }), [])

  test('is added below a text without links; only its URL has tracking values', () => {
    expect(html('No link')).toBe(
      '<p>No link</p><p><a href="https://shop.test/bread?size=2&amp;utm_source=ghost&amp;utm_medium=blog#top">https://shop.test/bread?size=2#top</a></p>',
    )
    expect(html('No link', 'https://shop.test/?utm_source=ghost&b=1')).toContain('>https://shop.test/?b=1</a>')
    expect(html('No link', null)).toBe('<p>No link</p>')
  })

  test('replaces its destination in the text; links to the same site get its tracking values', () => {
    const post = { link: 'https://short.test/l/a', linkTarget: 'https://shop.test/bread?utm_source=ghost' }
    const text = 'https://shop.test/bread and https://shop.test/ and https://short.test/x'
    expect(ghostHtml(aPost('ghost', { text, ...post }), []).match(/href="[^"]*"/g)).toEqual([
      'href="https://short.test/l/a"',
      'href="https://shop.test/?utm_source=ghost"',
      'href="https://short.test/x"',
    ])
  })

  test.each([
    ['https://shop.test/', 'https://shop.test/?utm_source=ghost&utm_medium=blog'],
    ['https://shop.test/?q=a%20b', 'https://shop.test/?q=a%20b&utm_source=ghost&utm_medium=blog'],
    ['https://shop.test/?utm_source=mine#x', 'https://shop.test/?utm_source=mine&utm_medium=blog#x'],
    ['https://elsewhere.test/', 'https://elsewhere.test/'],
  ])('links to the same site get its tracking values: %s', (given, address) => {
    expect(html(`See ${given}`)).toBe(`<p>See <a href="${address.replaceAll('&', '&amp;')}">${given}</a></p>`)
  })
})
