import { channelNames } from '@/lib/channels/names'
import type { BestPost, Report } from '../report'
import { countText, dayIn, dayText, metricNames, rateText } from '../words'
import { colors, type Writer } from './writer'

const [left, columns, gap, width, imageHeight, height] = [40, 3, 10, (515 - 20) / 3, 110, 190]

/** Cards with image, text and result, three in a row. */
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
  for (const [index, post] of report.best.entries()) {
    await pause()
    const x = left + (index % columns) * (width + gap)
    drawCard(writer, report, post, x, top + Math.floor(index / columns) * (height + gap))
  }
  return top + Math.ceil(report.best.length / columns) * (height + gap)
}

function drawCard(writer: Writer, report: Report, post: BestPost, x: number, y: number): void {
  const { doc } = writer
  doc.save().roundedRect(x, y, width, height, 6).clip()
  doc.rect(x, y, width, imageHeight).clip()
  doc.rect(x, y, width, imageHeight).fill(colors.sunken)
  if (post.image) doc.image(post.image, x, y, { cover: [width, imageHeight], align: 'center', valign: 'center' })
  doc.restore()
  if (!post.image)
    for (const [row, text] of writer.wrap(post.headline, width - 20, 5, { size: 10 }).entries())
      writer.line(text, x + 10, y + 12 + row * 15, { size: 10, color: colors.soft })
  doc.roundedRect(x, y, width, height, 6).lineWidth(0.75).stroke(colors.line)
  for (const [row, text] of writer.wrap(post.headline, width - 20, 2, { size: 9, weight: 600 }).entries())
    writer.line(text, x + 10, y + imageHeight + 8 + row * 12, { size: 9, weight: 600 })
  const channels = post.channels.map((channel) => channelNames[channel]).join(', ')
  const when = dayText(dayIn(post.publishedAt, report.timezone))
  writer.line(`${when} · ${channels}`, x + 10, y + imageHeight + 36, {
    size: 7.5,
    color: colors.soft,
    width: width - 20,
  })
  writer.line(`${countText(post.value)} ${metricNames[report.metric].toLowerCase()}`, x + 10, y + height - 24, {
    size: 10,
    weight: 600,
  })
  writer.line(rateText(post.rate), x + 10, y + height - 23, {
    ...{ size: 9, color: colors.soft, width: width - 20 },
    align: 'right',
  })
}
