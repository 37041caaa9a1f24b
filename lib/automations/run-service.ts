import { accessOwned, accessProject } from '@/lib/access/access'
import type { Context } from '@/lib/access/context'
import type { AnswerOf, InputOf } from '@/lib/api/contract'
import { transaction } from '@/lib/db/pool'
import { conflict, notFound, validationError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { findProject, lockProject, type ProjectRow } from '@/lib/projects/repository'
import { previewContent } from '@/lib/stories/reading/preview'
import { actorOf } from '@/lib/stories/timeline/history'
import type * as contracts from './contract'
import type { AutomationPreview } from './contract'
import { perDayMax } from './limits'
import { type AutomationRow, findAutomation, isPaused } from './repository'
import { findNewest } from './run/find-newest'
import { Runs } from './run/handle-triggers'
import { openPlan } from './run/open-plan'
import { isMediaField, isMediaUnknown, type PlannedTemplate, planStory } from './run/plan-story'
import { loadSources, type Source } from './run/sources'
import { deleteRun, findRun, listMadeToday } from './runs-repository'
import { readSubject, serializeRun, serializeSubject } from './serializer'
import { readSettings, settingsIssues, variableIssues } from './settings-input'

export async function run(
  context: Context,
  { id, preview, run_id }: InputOf<typeof contracts.runAutomation>,
): Promise<AnswerOf<typeof contracts.runAutomation>> {
  const { projectId } = await accessOwned(context, 'automations', id, 'automations:write')
  const { db, now } = context
  if (!preview) return { run: await runNow(context, projectId, id, run_id), preview: null }
  const [project, automation] = [await findProject(db, projectId), await findAutomation(db, projectId, id)]
  if (!project || !automation) throw notFound('automation')
  const source = run_id
    ? await sourceOfRun(context, automation, run_id)
    : await findNewest(db, automation, { isOpen: false, now })
  return { run: null, preview: await previewRun(context, project, automation, source) }
}

/** Makes one story, whether the automation is on or off. */
async function runNow(context: Context, projectId: string, id: string, runId: string | undefined) {
  return transaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const project = await lockProject(tx, projectId)
    const automation = await findAutomation(tx, projectId, id, { isLocked: true })
    if (!project || !automation) throw notFound('automation')
    if (await isPaused(tx, projectId)) throw conflict('This project is paused. Resume it first.')
    if ((await listMadeToday(tx, id)).length >= perDayMax) {
      throw conflict(`This automation made ${perDayMax} stories in 24 hours, the maximum. Try again later.`)
    }
    const found = runId
      ? await sourceOfRun(inside, automation, runId)
      : await findNewest(tx, automation, { isOpen: true, now: context.now })
    if (!found) throw conflict(nothingOpen[automation.trigger.kind])
    // The present time is no slot: one of the same minute still gets its own story.
    const isManual = !runId && automation.trigger.kind === 'schedule'
    const source = { ...found, ...(isManual ? { subject: `manual:${newId()}` } : {}), occurredAt: context.now }
    const earlier = await findRun(tx, id, { subject: source.subject })
    if (earlier) await deleteRun(tx, id, earlier.id)
    const runs = await Runs.open(tx, project, automation, context.now, actorOf(context.principal))
    await runs.make(source)
    await runs.write()
    const made = await findRun(tx, id, { subject: source.subject })
    if (!made) throw new Error('The run was not stored.')
    return serializeRun(made)
  })
}

const nothingOpen = {
  connector_item: 'Every item of the connector has a story, or does not match. Wait for a new item.',
  moment: 'Every matching moment has a story. Wait for a new one.',
  story_published: 'Every matching story has been handled. Publish one first.',
  schedule: 'There is nothing to run.',
}

/** @throws conflict when that run has a story */
async function sourceOfRun({ db, now }: Context, automation: AutomationRow, runId: string): Promise<Source> {
  const earlier = await findRun(db, automation.id, { id: runId })
  if (!earlier)
    throw validationError([{ path: 'run_id', code: 'not_found', message: 'This automation has no such run.' }])
  if (earlier.outcome === 'scheduled' || earlier.outcome === 'draft') {
    throw conflict('This run has made a story already. Duplicate the story instead.')
  }
  const { kind, id } = readSubject(earlier.subject)
  const ref = kind === 'manual' ? now.toISOString() : id
  const [source] = await loadSources(db, automation, [ref])
  if (!source) throw conflict('What triggered this run was deleted, or the automation has another trigger now.')
  return { ...source, subject: earlier.subject }
}

type Unsaved = Pick<
  AutomationRow,
  'project_id' | 'trigger' | 'connector_id' | 'template_id' | 'channels' | 'mode' | 'schedule' | 'attach_media'
> & { id: string | null; name: string | null }

/** The story of a subject, or of an example, without storing it. */
async function previewRun(
  { db, now }: Context,
  project: ProjectRow,
  automation: Unsaved,
  source: Source | undefined,
  template?: PlannedTemplate,
): Promise<AutomationPreview> {
  const plan = await openPlan(db, project, automation, now, template)
  const subject = { ...(source ?? exampleSource(automation, now)), occurredAt: now }
  const planned = await planStory(plan, subject)
  const { outcome, code, message, content } = planned
  const names = { templateName: plan.template?.name ?? null, automationName: automation.name }
  return {
    subject: source ? serializeSubject(source) : null,
    outcome,
    code,
    message,
    scheduled_at: planned.outcome === 'failed' ? null : (planned.at?.toISOString() ?? null),
    caption: content?.caption ?? '',
    channels: content
      ? withoutMediaWarnings(await previewContent(plan.checks, content, names), isMediaUnknown(plan, subject))
      : {},
    warnings: planned.outcome === 'failed' ? [] : planned.warnings,
  }
}

type Previews = AutomationPreview['channels']

function withoutMediaWarnings(previews: Previews, isUnknown: boolean): Previews {
  if (!isUnknown) return previews
  const changed = Object.entries(previews).map(([channel, post]) => [
    channel,
    { ...post, warnings: post.warnings.filter(({ field }) => !isMediaField(field)) },
  ])
  return Object.fromEntries(changed) as Previews
}

const exampleSource = ({ trigger }: Unsaved, now: Date): Source => ({
  subject: 'item:',
  label: '',
  occurredAt: now,
  title: null,
  values:
    trigger.kind === 'connector_item'
      ? { item: {} }
      : { story: {}, ...(trigger.kind === 'moment' ? { moment: {} } : {}) },
  destinationUrl: 'https://example.com/',
  slides: [],
  isExample: true,
})

export async function preview(
  context: Context,
  { project_id, template, ...input }: InputOf<typeof contracts.previewAutomation>,
): Promise<AnswerOf<typeof contracts.previewAutomation>> {
  const { projectId } = await accessProject(context, project_id, 'automations:read')
  const { db, now } = context
  const project = await findProject(db, projectId)
  if (!project) throw notFound('project')
  const settings = readSettings(input, undefined, project.timezone, now)
  const issues = await settingsIssues(db, projectId, input, settings)
  if (!template === !input.template_id) {
    issues.push({ path: 'template_id', code: 'one_of', message: 'Name either template_id or template.' })
  }
  if (template) issues.push(...variableIssues(settings.trigger, template.caption, 'template.caption'))
  if (issues.length > 0) throw validationError(issues)
  const { template_id = null, channels, mode, schedule, attach_media, name = null } = input
  const automation: Unsaved = {
    ...{ id: null, project_id: projectId, name, trigger: settings.trigger, connector_id: settings.connectorId },
    ...{ template_id, channels, mode, schedule, attach_media },
  }
  const source = await findNewest(db, automation, { isOpen: false, now })
  return previewRun(context, project, automation, source, template && unsavedTemplate(template))
}

const unsavedTemplate = ({ caption, hashtags = null }: { caption: string; hashtags?: string | null | undefined }) => ({
  ...{ id: null, name: null, caption, hashtags },
  ...{ post_type: null, content_type: null, channel_overrides: {} },
})
