import PDFDocument from 'pdfkit'
import { afterEach, expect, test, vi } from 'vitest'
import { channelIds } from '@/lib/channel-ids'
import type { BestPost, Report } from '../report'
import { reportPdf } from './report-pdf'
import { Writer } from './writer'

afterEach(() => {
  vi.restoreAllMocks()
})

const totals = {
  ...{ posts: 68, impressions: 123_549, reach: 72_567, engagement: 10_601, likes: 5_629, comments: 483, shares: 765 },
  ...{ saves: 2_085, clicks: 1_639, engagement_rate: 0.0858, unreported_metrics: [] },
}

const aPost: BestPost = {
  ...{ headline: 'Pumpkin syrup', channels: [...channelIds], publishedAt: new Date('2026-11-24T09:00:00Z') },
  ...{ value: 2_680, rate: 0.0882, image: null },
}

const report: Report = {
  ...{ projectName: 'Demo project', title: null, timezone: 'Europe/Berlin', channels: undefined, metric: 'engagement' },
  ...{ from: new Date('2026-10-30T23:00:00Z'), to: new Date('2026-11-27T23:00:00Z'), now: new Date('2026-11-27') },
  ...{ compared: null, totals, before: totals, interval: 'day', hours: [] },
  trend: Array.from({ length: 28 }, (_, day) => ({ date: `2026-11-${String(day + 1).padStart(2, '0')}`, values: {} })),
  byChannel: channelIds.map((channel) => ({ ...totals, channel })),
  byPillar: Array.from({ length: 5 }, (_, index) => ({ ...totals, name: `Pillar ${index}`, color: null })),
  best: Array.from({ length: 6 }, () => aPost),
}

test('a report with seven channels, six posts and five pillars has two pages, and names every channel', async () => {
  const drawn = vi.spyOn(PDFDocument.prototype, 'text')
  const pdf = Buffer.from(await reportPdf(report)).toString('latin1')
  expect(pdf).toContain('/Count 2')
  const texts = drawn.mock.calls.map(([text]) => text)
  expect(texts).toContain('2,680 engagements')
  expect(texts.filter((text) => String(text).includes('…'))).toEqual([])
})

test('right-aligned numbers end at one place, and those of the same length are equally wide', () => {
  const writer = new Writer('Numbers', new Date())
  const drawn = vi.spyOn(writer.doc, 'text')
  const numbers = ['27,134', '11,111', '99,999']
  for (const number of numbers) writer.line(number, 0, 0, { size: 10, width: 100, align: 'right' })
  const { calls } = drawn.mock as unknown as { calls: [string, number, number, PDFKit.Mixins.TextOptions][] }
  const widths = calls.map(([text, , , options]) => writer.doc.widthOfString(text, options))
  expect(new Set(widths).size).toBe(1)
  for (const [index, [, x]] of calls.entries()) expect(x + (widths[index] ?? 0)).toBeCloseTo(100)
})
