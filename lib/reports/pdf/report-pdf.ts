import { channelNames } from '@/lib/channels/names'
import { yielding } from '@/lib/event-loop'
import { zoneText } from '@/lib/text/zone-text'
import type { Report } from '../report'
import { countText, dayIn, dayText, type Figure, mainFigures, notes, otherFigures, rangeText, rateText } from '../words'
import { drawBestPosts } from './best-posts'
import { drawHours, drawTrend } from './charts'
import { drawTable, fitsTable } from './table'
import { colors, Writer } from './writer'

/** Points of an A4 page. */
export const page = { width: 595, height: 842, margin: 40 } as const
const inner = page.width - 2 * page.margin

/** A report on A4 pages. */
export async function reportPdf(report: Report): Promise<Uint8Array<ArrayBuffer>> {
  const writer = new Writer(`${report.title ?? report.projectName}: analytics report`, report.now)
  const pause = yielding()
  let y = drawCover(writer, report)
  await pause()
  y = drawFigures(writer, report, y)
  y = heading(writer, `${metricTitle(report)} over time`, y)
  await pause()
  y = drawTrend(writer, report, y) + 18
  await pause()
  y = heading(writer, 'By channel', y)
  y = drawTable(writer, y, {
    columns: ['Channel', 'Posts', 'Impressions', 'Reach', 'Engagement', 'Clicks', 'Rate'],
    rows: report.byChannel.map((row) => [
      channelNames[row.channel],
      countText(row.posts),
      countText(row.impressions),
      countText(row.reach),
      countText(row.engagement),
      countText(row.clicks),
      rateText(row.engagement_rate),
    ]),
  })
  await pause()
  // Beside the other table if it fits there, else after the hours.
  const isPillarsFirst = fitsTable(y + 18, report.byPillar.length)
  if (isPillarsFirst) drawPillars(writer, report, y + 18)
  writer.doc.addPage()
  y = heading(writer, `Best posts by ${metricTitle(report).toLowerCase()}`, page.margin)
  y = (await drawBestPosts(writer, report, y, pause)) + 18
  await pause()
  y = heading(writer, 'Engagement rate by hour', y)
  y = drawHours(writer, report, y) + 18
  await pause()
  if (!isPillarsFirst) {
    if (!fitsTable(y, report.byPillar.length)) {
      writer.doc.addPage()
      y = page.margin
    }
    drawPillars(writer, report, y)
  }
  drawFooters(writer, report)
  await pause()
  return writer.bytes()
}

function drawPillars(writer: Writer, report: Report, top: number): void {
  drawTable(writer, heading(writer, 'By pillar', top), {
    columns: ['Pillar', 'Posts', 'Impressions', 'Engagement', 'Rate'],
    rows: report.byPillar.map((row) => [
      row.name,
      countText(row.posts),
      countText(row.impressions),
      countText(row.engagement),
      rateText(row.engagement_rate),
    ]),
  })
}

const metricTitle = ({ metric }: Report): string => metric[0]?.toUpperCase() + metric.slice(1)

function drawCover(writer: Writer, report: Report): number {
  const { doc } = writer
  const { margin } = page
  doc.rect(0, 0, page.width, 6).fill(colors.accent)
  writer.line(report.projectName, margin, margin, { size: 11, weight: 600, color: colors.accent, width: inner })
  writer.line(report.title ?? 'Analytics report', margin, margin + 18, { size: 22, weight: 600, width: inner })
  const channels = report.channels?.map((channel) => channelNames[channel]).join(', ')
  const period = [rangeText(report, report.timezone), channels].filter(Boolean).join(' · ')
  writer.line(period, margin, margin + 48, { size: 11, width: inner })
  if (report.compared)
    writer.line(`Compared with ${rangeText(report.compared, report.timezone)}`, margin, margin + 64, {
      size: 9,
      color: colors.soft,
    })
  return margin + 86
}

function drawFigures(writer: Writer, report: Report, top: number): number {
  const gap = 8
  const width = (inner - 3 * gap) / 4
  for (const [index, figure] of mainFigures(report).entries()) {
    const x = page.margin + index * (width + gap)
    writer.doc.roundedRect(x, top, width, 66, 6).lineWidth(0.75).stroke(colors.line)
    writer.line(figure.label, x + 10, top + 9, { size: 8.5, color: colors.soft })
    writer.line(figure.value, x + 10, top + 22, { size: 18, weight: 600, width: width - 20 })
    drawChange(writer, figure, x + 10, top + 47)
  }
  const small = inner / 6
  for (const [index, figure] of otherFigures(report).entries()) {
    const x = page.margin + index * small + 10
    writer.line(figure.label, x, top + 78, { size: 8, color: colors.soft })
    writer.line(figure.value, x, top + 89, { size: 11, weight: 600, width: small - 12 })
    drawChange(writer, figure, x, top + 104)
  }
  return top + 134
}

function drawChange(writer: Writer, { change }: Figure, x: number, y: number): void {
  if (!change) return
  const color = { up: colors.good, down: colors.bad, none: colors.soft }[change.direction]
  writer.line(change.text, x, y, { size: 8.5, color })
}

function heading(writer: Writer, text: string, y: number): number {
  writer.line(text, page.margin, y, { size: 12, weight: 600 })
  return y + 22
}

function drawFooters(writer: Writer, report: Report): void {
  const { start, count } = writer.doc.bufferedPageRange()
  const made = `Made with Storycast on ${dayText(dayIn(report.now, report.timezone))}. Times are in ${zoneText(report.timezone)}.`
  for (let index = 0; index < count; index++) {
    writer.doc.switchToPage(start + index)
    const y = page.height - 30
    writer.line(made, page.margin, y, { size: 7.5, color: colors.soft })
    writer.line(`${index + 1} of ${count}`, page.margin, y, {
      size: 7.5,
      color: colors.soft,
      width: inner,
      align: 'right',
    })
    if (index !== count - 1) continue
    for (const [row, text] of writer.wrap(notes, inner, 3, { size: 7.5 }).entries())
      writer.line(text, page.margin, y - 32 + row * 10, { size: 7.5, color: colors.soft })
  }
}
