import { createServer } from 'node:http'

/**
 * Feeds in a process of their own. `/feed/N` responds after 300 ms: one in 20 never responds, one in 20 has 2,000 items
 * (1 MB), the others have 30. `/items/N` responds at once with N items.
 */
const delayMs = 300

function feed(name: string, items: number): string {
  const item = (index: number): string => {
    const date = new Date(Date.now() - index * 1_000).toUTCString()
    return `<item><guid>${name}/${index}</guid><title>Article ${index}</title><link>https://blog.example/${name}/${index}</link><description>${'Fresh bread from our oven. '.repeat(8)}</description><pubDate>${date}</pubDate></item>`
  }
  return `<rss version="2.0"><channel><title>${name}</title>${Array.from({ length: items }, (_, index) => item(index)).join('')}</channel></rss>`
}

createServer((request, response) => {
  const [, kind = '', number = ''] = request.url?.split('/') ?? []
  const n = Number(number)
  response.setHeader('content-type', 'application/rss+xml')
  if (kind === 'items') response.end(feed('items', n))
  else if (n % 20 !== 0) setTimeout(() => response.end(feed(`feed-${n}`, n % 20 === 1 ? 2_000 : 30)), delayMs)
}).listen(Number(process.argv[2]), '127.0.0.1')
