import { type Issue, validationError } from '@/lib/errors'
import type { StoryChecks } from '@/lib/stories/checks/story-checks'
import { blankContent, changeContent } from '@/lib/stories/content/content'
import type { RecurringStory } from './contract'
import { renderStory } from './render'

/**
 * Checks the story of a template as a draft, with the texts of one slot. What depends on accounts, brand voice and
 * network limits is checked when a story is created, because it may change until then.
 *
 * @throws validation_error
 */
export async function requireValidStory(
  checks: StoryChecks,
  story: RecurringStory,
  slot: Date,
  timezone: string,
): Promise<void> {
  const names = checks.trackingContext({ templateName: null, automationName: null })
  const rendered = renderStory(story, slot, { timezone }, names)
  const { content, issues } = changeContent(blankContent, rendered, checks.now)
  const template = await checks.templateName(content.template_id)
  const rules = await checks.checkRules(content, { isDraft: true, connection_check: undefined })
  const all = [...pinIssues(story), ...issues, ...template.issues, ...rules.issues]
  if (all.length > 0) throw validationError(all.map((issue) => ({ ...issue, path: `story.${issue.path}` })))
}

/** A fixed end would be in the past for later slots. */
function pinIssues({ pin_to_grid, channel_overrides }: RecurringStory): Issue[] {
  const message = 'A recurring post cannot be pinned until a fixed time. Use pin_to_grid: true.'
  const issue = (path: string): Issue => ({ path, code: 'invalid', message })
  const hasEnd = (pin: RecurringStory['pin_to_grid']): boolean => typeof pin === 'object' && Boolean(pin?.until)
  const own = Object.entries(channel_overrides ?? {}).flatMap(([channel, override]): Issue[] => [
    ...(hasEnd(override?.pin_to_grid) ? [issue(`channel_overrides.${channel}.pin_to_grid.until`)] : []),
    ...(override?.pin_until_at ? [issue(`channel_overrides.${channel}.pin_until_at`)] : []),
  ])
  return [...(hasEnd(pin_to_grid) ? [issue('pin_to_grid.until')] : []), ...own]
}
