import { describe, expect, test } from 'vitest'
import { aPost } from '@/tests/support/resolved-post'
import { ghostHtml, plainText, type UploadedFilm } from './html'

test('the caption cannot bring markup of its own', () => {
  const html = ghostHtml(aPost('ghost', { text: 'a <script>alert("1")</script> & \'b\'' }), [])
  expect(html).toBe('<p>a &lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;b&#39;</p>')
})

test('blank lines part paragraphs, addresses become links and their full stop does not', () => {
  const html = ghostHtml(aPost('ghost', { text: 'One\ntwo\n\nSee https://a.test/?x=1&y="2".' }), [])
  expect(html).toBe(
    '<p>One<br>two</p><p>See <a href="https://a.test/?x=1&amp;y=">https://a.test/?x=1&amp;y=</a>&quot;2&quot;.</p>',
  )
  expect(plainText(html)).toBe('One\ntwo\nSee https://a.test/?x=1&y="2".\n')
})

test('pictures stand in galleries of nine, three a row, each described; one alone stands by itself', () => {
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

test('one picture that is left over stands by itself', () => {
  const image = { url: 'https://site.test/1.jpg', altText: null, width: null, height: null }
  expect(ghostHtml(aPost('ghost', { text: 'a' }), [image])).toBe(
    '<p>a</p><figure class="kg-card kg-image-card"><img src="https://site.test/1.jpg" alt=""></figure>',
  )
})

test('a film is a card with its cover', () => {
  const url = 'https://site.test/f.mp4'
  const film = { url, thumbnailUrl: 'https://site.test/c.jpg?a&b', width: 640, height: 360, durationSeconds: 65.4 }
  const cards = (one: UploadedFilm) => ghostHtml(aPost('ghost', { text: 'a' }), [], [one])
  expect(cards(film)).toBe(
    '<p>a</p><figure class="kg-card kg-video-card" data-kg-thumbnail="https://site.test/c.jpg?a&amp;b" data-kg-custom-thumbnail="https://site.test/c.jpg?a&amp;b"><div class="kg-video-container"><video src="https://site.test/f.mp4" width="640" height="360" playsinline preload="metadata"></video><span class="kg-video-duration">1:05</span></div></figure>',
  )
  expect(cards({ ...film, durationSeconds: 4_500 })).toContain('>75:00<')
  expect(cards({ ...film, durationSeconds: 0.4 })).toContain('>0:01<')
  expect(cards({ url, thumbnailUrl: null })).toBe(
    '<p>a</p><figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="https://site.test/f.mp4" playsinline preload="metadata"></video></div></figure>',
  )
})

describe('the link of the story', () => {
  const link = 'https://shop.test/bread?size=2&utm_source=ghost&utm_medium=blog#top'
  const html = (text: string, own: string | null = link) => ghostHtml(aPost('ghost', { text, link: own }), [])

  test('stands below a text that leads nowhere, its tracking values in the address alone', () => {
    expect(html('No link')).toBe(
      '<p>No link</p><p><a href="https://shop.test/bread?size=2&amp;utm_source=ghost&amp;utm_medium=blog#top">https://shop.test/bread?size=2#top</a></p>',
    )
    expect(html('No link', 'https://shop.test/?utm_source=ghost&b=1')).toContain('>https://shop.test/?b=1</a>')
    expect(html('No link', null)).toBe('<p>No link</p>')
  })

  test('takes the place of its address in the text, and lends the values of where it leads', () => {
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
  ])('lends its tracking values to links of the text to the same house: %s', (given, address) => {
    expect(html(`See ${given}`)).toBe(`<p>See <a href="${address.replaceAll('&', '&amp;')}">${given}</a></p>`)
  })
})
