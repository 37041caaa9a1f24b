import { z } from 'zod'
import { aliased, contract, idParams, instant, oneOrMore, projectAlias, projectShape } from '@/lib/api/contract'
import { channelIds } from '@/lib/channel-ids'
import { metrics } from '@/lib/metrics/rates'

/** Max links of a project that work. */
export const reportLinksMax = 100
export const expiryDaysMax = 366
export const expiryDaysDefault = 30

const tag = 'Analytics'
const period = {
  from: instant.meta({ description: 'Posts published from this time on.' }),
  to: instant.meta({
    description: 'Posts published before this time. May be in the future. At most ten years after `from`.',
  }),
  compare_from: instant.optional().meta({ description: 'Start of the period to compare with. Needs `compare_to`.' }),
  compare_to: instant.optional(),
}
const metric = z.enum(metrics).default('engagement').meta({ description: 'For the trend and the best posts.' })

export const getReportPdf = contract({
  method: 'GET',
  path: '/api/v1/analytics/report',
  tag,
  summary: 'Download an analytics report as PDF',
  description:
    'A4 pages with totals and their change, trend by channel, best posts, channels, pillars and hours. Scripts other than ' +
    'Latin, Greek and Cyrillic are shown as […].',
  scope: 'analytics:read',
  answersFile: 'application/pdf',
  query: aliased({ ...projectShape, ...period, channel: oneOrMore(channelIds).optional(), metric }, projectAlias),
  answers: { 200: z.instanceof(Uint8Array) },
  errors: ['not_found'],
})

export const ReportLink = z.strictObject({
  id: z.uuid(),
  title: z.string().nullable(),
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  compare_from: z.iso.datetime().nullable(),
  compare_to: z.iso.datetime().nullable(),
  channels: z.array(z.enum(channelIds)).nullable().meta({ description: 'Null: all.' }),
  metric: z.enum(metrics),
  status: z.enum(['active', 'expired', 'revoked']),
  created_by: z.string().nullable().meta({ description: 'Name of its creator.' }),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime(),
  last_opened_at: z.iso.datetime().nullable(),
  opened_count: z.int(),
})
export type ReportLink = z.output<typeof ReportLink>

export const listReportLinks = contract({
  method: 'GET',
  path: '/api/v1/analytics/report-links',
  tag,
  summary: 'List links to analytics reports',
  description: `Newest first: all that work, and up to ${reportLinksMax} that expired or were revoked.`,
  scope: 'analytics:read',
  query: aliased(projectShape, projectAlias),
  answers: { 200: z.strictObject({ report_links: z.array(ReportLink) }) },
  errors: ['not_found'],
})

export const createReportLink = contract({
  method: 'POST',
  path: '/api/v1/analytics/report-links',
  tag,
  summary: 'Create a link to an analytics report',
  description:
    'Anyone with the link can read the report without signing in, until it expires, is revoked, or its creator loses the ' +
    'role editor. The report has the current numbers of its days: those of the period in the project’s time zone, also after the zone ' +
    'has changed. The address is returned only once. Requires editor or above.',
  scope: 'analytics:read',
  idempotent: true,
  hasSecretAnswer: true,
  body: aliased(
    {
      ...projectShape,
      ...period,
      channels: z
        .array(z.enum(channelIds))
        .min(1, { error: 'must name a channel or be omitted' })
        .max(channelIds.length)
        .optional(),
      metric,
      title: z
        .string()
        .trim()
        .min(1, { error: 'must not be empty' })
        .max(100, { error: 'must be at most 100 characters' })
        .optional(),
      expires_in_days: z
        .int({ error: `must be a whole number from 1 to ${expiryDaysMax}` })
        .min(1, { error: `must be 1 to ${expiryDaysMax}` })
        .max(expiryDaysMax, { error: `must be 1 to ${expiryDaysMax}` })
        .optional()
        .meta({ description: `Default: ${expiryDaysDefault}.` }),
      expires_at: instant.optional().meta({ description: 'Instead of `expires_in_days`.' }),
    },
    projectAlias,
  ),
  answers: { 201: z.strictObject({ url: z.url(), report_link: ReportLink }) },
  errors: ['not_found', 'conflict'],
})

export const revokeReportLink = contract({
  method: 'DELETE',
  path: '/api/v1/analytics/report-links/:id',
  tag,
  summary: 'Revoke a link to an analytics report',
  description: 'It stops working at once. Repeating the request has no effect. Requires editor or above.',
  scope: 'analytics:read',
  params: idParams,
  answers: { 200: z.strictObject({ report_link: ReportLink }) },
  errors: ['not_found'],
})
