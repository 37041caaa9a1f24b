import type { Sources } from '@/components/automations/sources'
import type { Context } from '@/lib/access/context'
import * as connectors from '@/lib/connectors/service'
import * as templates from '@/lib/templates/service'

const max = 200

/** The templates and connectors of a project, for the builder. */
export async function loadSources(context: Context, projectId: string): Promise<Omit<Sources, 'connected'>> {
  const page = { project_id: projectId, limit: max, cursor: undefined }
  const [listed, connected] = await Promise.all([
    templates.list(context, { ...page, content_type: undefined, q: undefined }),
    connectors.list(context, page),
  ])
  return { templates: listed.templates, connectors: connected.connectors }
}
