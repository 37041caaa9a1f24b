import { accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { notFound } from '@/lib/errors'
import { findProject } from '@/lib/projects/repository'
import { formatOf, resolveTemplate } from '@/lib/projects/tracking-template'
import type { resolveTracking } from './contract'
import { trackingOf } from './precedence'
import { findPillarName } from './repository'

/** The tracking values of a post if it were scheduled now. */
export async function resolve(
  context: Context,
  input: InputOf<typeof resolveTracking>,
): Promise<AnswerOf<typeof resolveTracking>> {
  const { projectId } = await accessProject(context, input.id, 'stories:read')
  const project = await findProject(context.db, projectId)
  if (!project) throw notFound('project')
  const { channel } = input
  const resolved = resolveTemplate(project.utm_template, {
    channel,
    format: input.format ?? formatOf(channel, 'single'),
    pillarName:
      input.content_type === undefined ? null : await findPillarName(context.db, projectId, input.content_type),
    contentType: input.content_type ?? null,
    templateName: input.template_name ?? null,
    automationName: input.automation_name ?? null,
    projectSlug: project.slug,
    projectName: project.name,
    storyId: null,
    at: context.now,
  })
  return trackingOf({ story: {}, resolved, channel, projectSlug: project.slug })
}
