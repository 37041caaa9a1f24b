import { accessOwned, accessProject, requireRole } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { hashToken, newLinkToken } from '@/lib/auth/tokens'
import { appUrl } from '@/lib/env'
import { AppError, invalid, notFound } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { findProject } from '@/lib/projects/repository'
import type * as contracts from './contract'
import { expiryDaysDefault, expiryDaysMax, reportLinksMax } from './contract'
import { reportPdf } from './pdf/report-pdf'
import { buildReport } from './report'
import { insertLink, type LinkRow, listLinks, revokeLink } from './repository'

const dayMs = 86_400_000
const rangeDaysMax = 3_660

export async function getPdf(
  context: Context,
  input: InputOf<typeof contracts.getReportPdf>,
): Promise<AnswerOf<typeof contracts.getReportPdf>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const compared = periodOf(input)
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const report = await buildReport(context.db, {
    projectId,
    projectName: project.name,
    title: null,
    timezone: project.timezone ?? 'UTC',
    from: new Date(input.from),
    to: new Date(input.to),
    compared,
    channels: input.channel,
    metric: input.metric,
    now: context.now,
  })
  return reportPdf(report)
}

export async function list(
  context: Context,
  input: InputOf<typeof contracts.listReportLinks>,
): Promise<AnswerOf<typeof contracts.listReportLinks>> {
  const { projectId } = await accessProject(context, input.project_id, 'analytics:read')
  const rows = await listLinks(context.db, projectId)
  return { report_links: rows.map((row) => serialize(row, context.now)) }
}

export async function create(
  context: Context,
  input: InputOf<typeof contracts.createReportLink>,
): Promise<AnswerOf<typeof contracts.createReportLink>> {
  const { db, now, principal } = context
  const access = await accessProject(context, input.project_id, 'analytics:read')
  requireRole(context, access, 'editor')
  const compared = periodOf(input)
  const expiresAt = expiryOf(input, now)
  const token = newLinkToken()
  const row = await insertLink(db, {
    id: newId(),
    project_id: access.projectId,
    created_by: principal.userId,
    token_hash: hashToken(token),
    title: input.title ?? null,
    from_at: new Date(input.from),
    to_at: new Date(input.to),
    compared_from_at: compared?.from ?? null,
    compared_to_at: compared?.to ?? null,
    channels: input.channels ? [...new Set(input.channels)] : null,
    metric: input.metric,
    expires_at: expiresAt,
  })
  if (!row)
    throw new AppError(
      'conflict',
      `This project has ${reportLinksMax} links to reports. Revoke one that is not needed.`,
    )
  return { url: `${appUrl()}/reports/${token}`, report_link: serialize(row, now) }
}

export async function revoke(
  context: Context,
  input: InputOf<typeof contracts.revokeReportLink>,
): Promise<AnswerOf<typeof contracts.revokeReportLink>> {
  const access = await accessOwned(context, 'report_links', input.id, 'analytics:read')
  requireRole(context, access, 'editor')
  const row = await revokeLink(context.db, access.projectId, input.id)
  if (!row) throw notFound('report link')
  return { report_link: serialize(row, context.now) }
}

type Period = {
  from: string
  to: string
  compare_from?: string | undefined
  compare_to?: string | undefined
}

/** Checks the periods and returns the one to compare with. */
function periodOf({ from, to, compare_from, compare_to }: Period): { from: Date; to: Date } | null {
  requireRange(from, to, { name: 'to', after: 'from' })
  if (compare_from === undefined && compare_to === undefined) return null
  if (compare_from === undefined) throw invalid('compare_from', 'is missing: `compare_to` needs it.', 'required')
  if (compare_to === undefined) throw invalid('compare_to', 'is missing: `compare_from` needs it.', 'required')
  requireRange(compare_from, compare_to, { name: 'compare_to', after: 'compare_from' })
  return { from: new Date(compare_from), to: new Date(compare_to) }
}

function requireRange(from: string, to: string, { name, after }: { name: string; after: string }): void {
  const ms = Date.parse(to) - Date.parse(from)
  if (ms <= 0) throw invalid(name, `must be later than \`${after}\``, 'invalid_range')
  if (ms > rangeDaysMax * dayMs) throw invalid(name, `must be at most ten years after \`${after}\``, 'invalid_range')
}

function expiryOf(
  { expires_at, expires_in_days }: { expires_at?: string | undefined; expires_in_days?: number | undefined },
  now: Date,
): Date {
  if (expires_at === undefined) return new Date(now.getTime() + (expires_in_days ?? expiryDaysDefault) * dayMs)
  if (expires_in_days !== undefined)
    throw invalid('expires_at', 'cannot be combined with `expires_in_days`.', 'conflict')
  const at = new Date(expires_at)
  if (at <= now) throw invalid('expires_at', 'must be in the future', 'invalid_range')
  if (at.getTime() - now.getTime() > expiryDaysMax * dayMs)
    throw invalid('expires_at', `must be at most ${expiryDaysMax} days from now`, 'invalid_range')
  return at
}

function statusOf({ revoked_at, expires_at }: LinkRow, now: Date): contracts.ReportLink['status'] {
  if (revoked_at) return 'revoked'
  return expires_at <= now ? 'expired' : 'active'
}

const serialize = (row: LinkRow, now: Date): contracts.ReportLink => ({
  id: row.id,
  title: row.title,
  from: row.from_at.toISOString(),
  to: row.to_at.toISOString(),
  compare_from: row.compared_from_at?.toISOString() ?? null,
  compare_to: row.compared_to_at?.toISOString() ?? null,
  channels: row.channels,
  metric: row.metric,
  status: statusOf(row, now),
  created_by: row.creator,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  last_opened_at: row.last_opened_at?.toISOString() ?? null,
  opened_count: row.opened_count,
})
