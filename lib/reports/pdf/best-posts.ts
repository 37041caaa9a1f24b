import { channelNames } from '@/lib/channels/names'
import { metricUnit } from '@/lib/metrics/metric-units'
import type { BestPost, Report } from '../report'
import { countText, dayIn, dayText, rateText } from '../words'
import { colors, type Writer } from './writer'

const [left, columns, gap, width, imageHeight] = [40, 3, 10, (515 - 20) / 3, 100]
const title = { size: 9, weight: 600, lineHeight: 12 } as const
const about = { size: 7.5, color: colors.soft, lineHeight: 10 } as const
const padding = 10
const resultHeight = 20

type Card = { post: BestPost; title: string[]; about: string[] }

/** Cards with image, text and result, three in a row. The cards of a row are as high as the longest text needs. */
export async function drawBestPosts(
  writer: Writer,
  report: Report,
  top: number,
  pause: () => Promise<void>,
): Promise<number> {
  if (report.best.length === 0) {
    writer.line('No posts in this period.', left, top, { size: 9, color: colors.soft })
    return top + 16
  }
  let y = top
  for (let first = 0; first < report.best.length; first += columns) {
    const cards = report.best.slice(first, first + columns).map((post) => cardOf(writer, report, post))
    const height = Math.max(...cards.map(heightOf))
    for (const [index, card] of cards.entries()) {
      await pause()
      drawCard(writer, report, card, { x: left + index * (width + gap), y, height })
    }
    y += height + gap
  }
  return y - gap
}

function cardOf(writer: Writer, report: Report, post: BestPost): Card {
  const when = dayText(dayIn(post.publishedAt, report.timezone))
  const channels = post.channels.map((channel) => channelNames[channel]).join(', ')
  const inner = width - 2 * padding
  return {
    post,
    title: writer.wrap(post.headline, inner, 2, title),
    // All seven channels fit on three lines.
    about: writer.wrap(`${when} · ${channels}`, inner, 3, about),
  }
}

const heightOf = (card: Card): number =>
  imageHeight + 8 + card.title.length * title.lineHeight + 3 + card.about.length * about.lineHeight + resultHeight + 8

type Place = { x: number; y: number; height: number }

function drawCard(writer: Writer, report: Report, card: Card, { x, y, height }: Place): void {
  const { doc } = writer
  const { post } = card
  doc.save().roundedRect(x, y, width, height, 6).clip()
  doc.rect(x, y, width, imageHeight).clip()
  doc.rect(x, y, width, imageHeight).fill(colors.sunken)
  if (post.image) doc.image(post.image, x, y, { cover: [width, imageHeight], align: 'center', valign: 'center' })
  doc.restore()
  const [textLeft, textWidth] = [x + padding, width - 2 * padding]
  if (!post.image)
    for (const [row, text] of writer.wrap(post.headline, textWidth, 5, { size: 10 }).entries())
      writer.line(text, textLeft, y + 12 + row * 15, { size: 10, color: colors.soft })
  doc.roundedRect(x, y, width, height, 6).lineWidth(0.75).stroke(colors.line)
  let at = y + imageHeight + 8
  for (const text of card.title) {
    writer.line(text, textLeft, at, title)
    at += title.lineHeight
  }
  at += 3
  for (const text of card.about) {
    writer.line(text, textLeft, at, about)
    at += about.lineHeight
  }
  const result = y + height - resultHeight - 4
  writer.line(`${countText(post.value)} ${metricUnit(report.metric, post.value)}`, textLeft, result, {
    size: 10,
    weight: 600,
  })
  writer.line(rateText(post.rate), textLeft, result + 1, {
    ...{ size: 9, color: colors.soft, width: textWidth },
    align: 'right',
  })
}
