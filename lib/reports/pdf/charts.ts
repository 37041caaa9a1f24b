import { heatCellText, heatScaleOf, heatShade } from '@/lib/analytics/heat-scale'
import { channelNames } from '@/lib/channels/names'
import { labelEvery, roundSteps } from '../chart-scale'
import type { Report } from '../report'
import { countText, hoursLegend, seriesColors, shortDayText, weekdays } from '../words'
import { colors, type Writer } from './writer'

const [left, width, axis] = [40, 515, 40]

/** Stacked bars, one color per channel. */
export function drawTrend(writer: Writer, { trend, byChannel }: Report, top: number): number {
  const { doc } = writer
  const height = 150
  const bottom = top + height
  const totals = trend.map(({ values }) => Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const steps = roundSteps(Math.max(0, ...totals))
  const scale = height / (steps.at(-1) ?? 1)
  for (const step of steps) {
    const y = bottom - step * scale
    doc
      .moveTo(left + axis, y)
      .lineTo(left + width, y)
      .lineWidth(0.5)
      .stroke(colors.line)
    writer.line(countText(step), left, y - 5, { size: 7.5, color: colors.soft, width: axis - 8, align: 'right' })
  }
  const slot = (width - axis) / Math.max(1, trend.length)
  const bar = Math.min(24, slot * 0.72)
  const every = labelEvery(trend.length, 9)
  for (const [index, { date, values }] of trend.entries()) {
    const x = left + axis + index * slot + (slot - bar) / 2
    let y = bottom
    for (const { channel } of byChannel) {
      const part = (values[channel] ?? 0) * scale
      y -= part
      if (part > 0) doc.rect(x, y, bar, part).fill(seriesColors[channel])
    }
    if (index % every === 0)
      writer.line(shortDayText(date), x - 20 + bar / 2, bottom + 5, {
        ...{ size: 7.5, color: colors.soft, width: 40 },
        align: 'center',
      })
  }
  let x = left + axis
  for (const { channel } of byChannel) {
    doc.rect(x, bottom + 22, 7, 7).fill(seriesColors[channel])
    writer.line(channelNames[channel], x + 11, bottom + 20, { size: 8.5 })
    x += 11 + writer.measure(channelNames[channel], { size: 8.5 }) + 14
  }
  return bottom + 36
}

/** Weekday by hour. Hours with few posts have a dashed frame and the number of posts. */
export function drawHours(writer: Writer, { hours }: Report, top: number): number {
  const { doc } = writer
  const [labels, rowHeight] = [30, 15]
  const cell = (width - labels) / 24
  const scale = heatScaleOf(hours.map(({ rate }) => rate))
  for (let hour = 0; hour < 24; hour += 3)
    writer.line(String(hour).padStart(2, '0'), left + labels + hour * cell, top, { size: 7.5, color: colors.soft })
  for (const [index, day] of weekdays.entries()) {
    const y = top + 12 + index * rowHeight
    writer.line(day, left, y + 2, { size: 7.5, color: colors.soft })
    for (let hour = 0; hour < 24; hour++) {
      const x = left + labels + hour * cell
      const known = hours.find((one) => one.weekday === index + 1 && one.hour === hour)
      doc.rect(x, y, cell - 1.5, rowHeight - 1.5)
      if (!known) doc.fill(colors.sunken)
      else if (known.rate === null || !scale) {
        doc.lineWidth(0.5).dash(1.5, { space: 1.5 }).stroke(colors.soft).undash()
        writer.line(String(known.posts), x, y + 2.5, {
          ...{ size: 6.5, color: colors.soft, width: cell - 1.5 },
          align: 'center',
        })
      } else {
        doc.fillOpacity(heatShade(scale, known.rate)).fill(colors.accent).fillOpacity(1)
        writer.line(heatCellText(known.rate), x, y + 2.5, { size: 6.5, width: cell - 1.5, align: 'center' })
      }
    }
  }
  const y = top + 12 + 7 * rowHeight + 4
  writer.line(hoursLegend(hours), left + labels, y, { size: 7.5, color: colors.soft })
  return y + 12
}
