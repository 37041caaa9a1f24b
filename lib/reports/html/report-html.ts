import { heatCellText, heatScaleOf, heatShade } from '@/lib/analytics/heat-scale'
import { channelNames } from '@/lib/channels/names'
import { metricUnit } from '@/lib/metrics/metric-units'
import { plural } from '@/lib/text/number-text'
import { zoneText } from '@/lib/text/zone-text'
import { labelEvery, roundSteps } from '../chart-scale'
import type { BestPost, Report } from '../report'
import {
  countText,
  dayIn,
  dayText,
  type Figure,
  hoursLegend,
  mainFigures,
  metricNames,
  notes,
  otherFigures,
  rangeText,
  rateText,
  shortDayText,
  weekdays,
} from '../words'
import { fontFaces } from './fonts'
import { style } from './style'

/** Texts of the report come from users. */
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

/** The report as a page without scripts. It prints on A4. */
export function reportHtml(report: Report): string {
  const title = escaped(report.title ?? 'Analytics report')
  const project = escaped(report.projectName)
  const channels = report.channels?.map((channel) => channelNames[channel]).join(', ')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title} · ${project}</title>
<style>${fontFaces()}${style}</style>
<main>
<header>
<p class="project">${project}</p>
<h1>${title}</h1>
<p>${[rangeText(report, report.timezone), channels].filter(Boolean).join(' · ')}</p>
${report.compared ? `<p class="soft">Compared with ${rangeText(report.compared, report.timezone)}</p>` : ''}
</header>
<section aria-label="Totals">
<dl class="main">${mainFigures(report)
    .map((figure) => figureHtml(figure, 'panel'))
    .join('')}</dl>
<dl class="other panel">${otherFigures(report)
    .map((figure) => figureHtml(figure))
    .join('')}</dl>
</section>
<section><h2>${metricNames[report.metric]} over time</h2>${trendHtml(report)}</section>
<section><h2>Best posts by ${metricNames[report.metric].toLowerCase()}</h2>
${report.best.length > 0 ? `<ol class="best">${report.best.map((post) => postHtml(report, post)).join('')}</ol>` : noPosts}</section>
<section><h2>By channel</h2>${tableHtml(
    ['Channel', 'Posts', 'Impressions', 'Reach', 'Engagement', 'Clicks', 'Rate'],
    report.byChannel.map((row) => [
      channelNames[row.channel],
      ...[row.posts, row.impressions, row.reach, row.engagement, row.clicks].map(countText),
      rateText(row.engagement_rate),
    ]),
  )}</section>
<section><h2>By pillar</h2>${tableHtml(
    ['Pillar', 'Posts', 'Impressions', 'Engagement', 'Rate'],
    report.byPillar.map((row) => [
      row.name,
      ...[row.posts, row.impressions, row.engagement].map(countText),
      rateText(row.engagement_rate),
    ]),
  )}</section>
<section><h2>Engagement rate by hour</h2>${hoursHtml(report)}</section>
<footer><p>${notes}</p><p>Made with Storycast. Times are in ${escaped(zoneText(report.timezone))}.</p></footer>
</main>
</html>
`
}

const noPosts = '<p class="soft">No posts in this period.</p>'

const figureHtml = ({ label, value, change }: Figure, look = ''): string =>
  `<div class="${look}"><dt class="soft">${label}</dt><dd class="value">${value}</dd>${
    change ? `<dd class="${change.direction}">${change.text}</dd>` : ''
  }</div>`

/** On phones each row is a card. The roles keep it a table for screen readers, whatever its `display` is. */
function tableHtml(columns: string[], rows: string[][]): string {
  if (rows.length === 0) return noPosts
  const head = columns.map((name) => `<th scope="col" role="columnheader">${name}</th>`).join('')
  const body = rows.map(
    ([name = '', ...cells]) =>
      `<tr role="row"><th scope="row" role="rowheader">${escaped(name)}</th>${cells
        .map(
          (cell, index) =>
            `<td role="cell"><span class="label" aria-hidden="true">${columns[index + 1]}</span>${cell}</td>`,
        )
        .join('')}</tr>`,
  )
  return `<div class="panel"><table role="table" class="cards"><thead role="rowgroup"><tr role="row">${head}</tr></thead><tbody role="rowgroup">${body.join('')}</tbody></table></div>`
}

function postHtml(report: Report, { headline, channels, publishedAt, value, rate, image }: BestPost): string {
  const shown = image
    ? `<img alt="" src="data:image/jpeg;base64,${image.toString('base64')}">`
    : `<div class="text" aria-hidden="true">${escaped(headline)}</div>`
  const names = channels.map((channel) => channelNames[channel]).join(', ')
  return `<li class="panel">${shown}<div class="body"><h3>${escaped(headline)}</h3>
<p class="soft">${dayText(dayIn(publishedAt, report.timezone))} · ${names}</p>
<p class="result"><span><b>${countText(value)}</b> <span class="soft">${metricUnit(report.metric, value)}</span></span><span class="soft">${rateText(rate)}</span></p></div></li>`
}

type Chart = { name: string; width: number; height: number; axis: number; labels: number; labelsMax: number }

/** Phones get a chart of their own size, or its labels would be too small to read. */
const charts: Chart[] = [
  { name: 'wide', width: 960, height: 240, axis: 48, labels: 20, labelsMax: 12 },
  { name: 'narrow', width: 340, height: 190, axis: 40, labels: 20, labelsMax: 5 },
]

/** Stacked bars as SVG, and a table with the same data for screen readers. */
function trendHtml(report: Report): string {
  const { trend, byChannel, metric } = report
  if (byChannel.length === 0) return noPosts
  const rows = trend.map(
    ({ date, values }) =>
      `<tr><th scope="row">${dayText(date)}</th>${byChannel.map(({ channel }) => `<td>${countText(values[channel] ?? null)}</td>`).join('')}</tr>`,
  )
  return `<div class="panel chart">${charts.map((chart) => chartSvg(report, chart)).join('')}
<ul class="legend">${byChannel.map(({ channel }) => `<li><i style="background:var(--s-${channel})"></i>${channelNames[channel]}</li>`).join('')}</ul></div>
<div class="sr"><table><caption>${metricNames[metric]} over time</caption><thead><tr><th scope="col">Date</th>${byChannel
    .map(({ channel }) => `<th scope="col">${channelNames[channel]}</th>`)
    .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function chartSvg({ trend, byChannel }: Report, { name, width, height, axis, labels, labelsMax }: Chart): string {
  const totals = trend.map(({ values }) => Object.values(values).reduce<number>((sum, value) => sum + (value ?? 0), 0))
  const steps = roundSteps(Math.max(0, ...totals))
  const bottom = height - labels
  const scale = (bottom - 8) / (steps.at(-1) ?? 1)
  const lines = steps.map((step) => {
    const y = round(bottom - step * scale)
    return `<line x1="${axis}" x2="${width}" y1="${y}" y2="${y}" stroke="var(--line)"/><text x="${axis - 8}" y="${y + 3}" text-anchor="end">${countText(step)}</text>`
  })
  const slot = (width - axis) / Math.max(1, trend.length)
  const bar = Math.min(36, slot * 0.75)
  const every = labelEvery(trend.length, labelsMax)
  const bars = trend.map(({ date, values }, index) => {
    const x = axis + index * slot + (slot - bar) / 2
    let y = bottom
    const parts = byChannel.flatMap(({ channel }) => {
      const part = (values[channel] ?? 0) * scale
      y -= part
      return part > 0
        ? [
            `<rect x="${round(x)}" y="${round(y)}" width="${round(bar)}" height="${round(part)}" fill="var(--s-${channel})"/>`,
          ]
        : []
    })
    const label = `<text x="${round(x + bar / 2)}" y="${height - 4}" text-anchor="middle">${shortDayText(date)}</text>`
    return parts.join('') + (index % every === 0 ? label : '')
  })
  return `<svg class="${name}" viewBox="0 0 ${width} ${height}" aria-hidden="true">${lines.join('')}${bars.join('')}</svg>`
}

const round = (value: number): number => Math.round(value * 10) / 10

function hoursHtml({ hours }: Report): string {
  const scale = heatScaleOf(hours.map(({ rate }) => rate))
  const all = Array.from({ length: 24 }, (_, hour) => hour)
  const head = all.map(
    (hour) =>
      `<th scope="col">${hour % 3 === 0 ? String(hour).padStart(2, '0') : `<span class="sr">${hour}</span>`}</th>`,
  )
  const rows = weekdays.map((day, index) => {
    const cells = all.map((hour) => {
      const known = hours.find((one) => one.weekday === index + 1 && one.hour === hour)
      if (!known) return '<td></td>'
      const posts = plural(known.posts, 'post')
      if (known.rate === null || !scale)
        return `<td class="few" title="${posts}, not enough posts">${known.posts}<span class="sr"> posts, not enough</span></td>`
      const share = Math.round(100 * heatShade(scale, known.rate))
      const rate = rateText(known.rate)
      return `<td title="${rate}, ${posts}" style="background:color-mix(in oklab,var(--fill) ${share}%,var(--surface))"><span class="value" aria-hidden="true">${heatCellText(known.rate)}</span><span class="sr">${rate}, ${posts}</span></td>`
    })
    return `<tr><th scope="row">${day}</th>${cells.join('')}</tr>`
  })
  return `<div class="panel"><div class="hours"><table><thead><tr><th></th>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div></div>
<p class="soft">${hoursLegend(hours)}</p>`
}
