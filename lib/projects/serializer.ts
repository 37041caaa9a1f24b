import type { Project } from './contract'
import type { ProjectRow } from './repository'

export const serializeProject = (row: ProjectRow): Project => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  industry: row.industry,
  timezone: row.timezone,
  utm_template: row.utm_template,
  require_approval: row.require_approval,
  auto_draft_moments: row.auto_draft_moments,
  holiday_countries: row.holiday_countries,
  created_at: row.created_at.toISOString(),
})
