import { z } from 'zod'
import { trackingTokens, unknownTokens } from './template'

const pattern = z
  .string()
  .trim()
  .max(200)
  .superRefine((value, context) => {
    for (const token of unknownTokens(value)) {
      const message = `There is no token {{${token}}}. Known: ${trackingTokens.map((known) => `{{${known}}}`).join(', ')}.`
      context.addIssue({ code: 'custom', message, params: { code: 'unknown_token' } })
    }
  })
  .nullable()
  .optional()

/** A project's patterns for tracking values. */
export const trackingTemplate = z
  .strictObject({ source: pattern, medium: pattern, campaign: pattern, content: pattern, term: pattern })
  .meta({
    description:
      'Patterns of the tracking values, with tokens such as `{{channel}}`. One left out is the default, an empty one gives no value.',
  })
