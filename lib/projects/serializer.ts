import type { TrackingTemplate } from '@/lib/tracking/template'
import type { Project } from './contract'
import type { ProjectRow } from './repository'

export const serializeProject = (row: ProjectRow): Project => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  industry: row.industry,
  timezone: row.timezone,
  utm_template: row.utm_template as TrackingTemplate,
  require_approval: row.require_approval,
  created_at: row.created_at.toISOString(),
})
