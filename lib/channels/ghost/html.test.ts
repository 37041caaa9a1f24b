import { expect, test } from 'vitest'
import { aPost } from '@/tests/support/resolved-post'
import { ghostHtml, plainText } from './html'

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

test('pictures stand in galleries of nine, three a row, each described', () => {
  const images = Array.from({ length: 10 }, (_, index) => ({
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
