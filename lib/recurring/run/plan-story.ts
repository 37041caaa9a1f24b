import { issueText } from '@/lib/api/issue-text'
import { issuesOf } from '@/lib/api/parse'
import { AppError } from '@/lib/errors'
import { newId } from '@/lib/ids'
import { firstMessage } from '@/lib/stories/checks/first-message'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import { blankContent, type Content, changeContent } from '@/lib/stories/content/content'
import { resolveTracking } from '@/lib/stories/content/tracking-values'
import { CreateStory } from '@/lib/stories/create-contract'
import { type PreparedStory, prepareStory } from '@/lib/stories/operations/create'
import type { Warning } from '@/lib/stories/resource-contract'
import type { Action } from '@/lib/stories/timeline/history'
import type { RecurringStory } from '../contract'
import { renderStory } from '../render'
import type { RecurringRow } from '../repository'

type PlannedStory = {
  story: PreparedStory
  /** The timeline entry of a draft, which is also a notification. */
  problem: Action | null
  /** Why it is a draft, or may not be published. */
  error: string | null
}

/** The story of one slot, through the same checks as a create request. One that fails them becomes a draft. */
export async function planStory(checks: StoryChecks, recurring: RecurringRow, slot: Date): Promise<PlannedStory> {
  const { content, templateName, warnings, problem } = await checkSlot(checks, recurring, slot)
  const at = problem === null ? slot : null
  const id = newId()
  const tracking = checks.trackingContext({ templateName, automationName: recurring.name })
  // A draft keeps its values too: they name this template.
  const resolved = resolveTracking(null, { ...content, id }, tracking, checks.now)
  const origin = { actor: null, automationName: recurring.name, recurring: { id: recurring.id, name: recurring.name } }
  const prepared = prepareStory(checks, { id, content, at, resolved, tracking, warnings, origin })
  if (problem === null) return { story: prepared, problem, error: messageOf(warnings) }
  const detail = { message: problem, recurring_template_id: recurring.id, slot_at: slot.toISOString() }
  return { story: prepared, problem: { kind: 'recurring_draft', actor: null, detail }, error: problem }
}

/** Why the story of a slot would be a draft, or may not be published. Null if nothing prevents it. */
export async function slotProblem(checks: StoryChecks, recurring: RecurringRow, slot: Date): Promise<string | null> {
  const { problem, warnings } = await checkSlot(checks, recurring, slot)
  return problem ?? messageOf(warnings)
}

async function checkSlot(checks: StoryChecks, recurring: RecurringRow, slot: Date) {
  const names = checks.trackingContext({ templateName: null, automationName: null })
  const story = renderStory(recurring.story, slot, recurring, names)
  const { content, issues } = changeContent(blankContent, story, checks.now)
  const template = await checks.templateName(content.template_id)
  // A template may be deleted later than it was chosen here.
  if (template.issues.length > 0) content.template_id = null
  const { refusal, warnings } = await checkStory(checks, content, story)
  return { content, templateName: template.name, warnings, problem: refusal ?? firstMessage(issues) }
}

type Checked = { refusal: string | null; warnings: Warning[] }

/** Runs the checks of a scheduled story. A missing connection is a warning. */
async function checkStory(checks: StoryChecks, content: Content, story: RecurringStory): Promise<Checked> {
  const { connection_check = 'warn', lint_check } = story
  // Filled-in texts may exceed limits that the stored ones keep.
  const parsed = CreateStory.safeParse(story, { error: issueText })
  const schemaIssues = parsed.success ? [] : issuesOf(parsed.error, story)
  const rules = await checks.checkRules(content, { isDraft: false, connection_check })
  const refusal = firstMessage([...schemaIssues, ...rules.issues])
  try {
    const warnings = await checks.check(content, { connection_check, lint_check }, { isDraft: false })
    return { refusal, warnings: [...rules.warnings, ...warnings] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refusal: refusal ?? error.message, warnings: rules.warnings }
  }
}

/** A warning that prevents publishing, unless somebody acts on it. */
const messageOf = (warnings: readonly Warning[]): string | null =>
  warnings.find(({ code }) => code === 'missing_connection')?.message ?? null
