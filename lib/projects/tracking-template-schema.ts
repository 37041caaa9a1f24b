import { z } from 'zod'
import { trackingTokens, unknownTokens } from './tracking-template'

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

/** Patterns of a project's tracking values. */
export const trackingTemplate = z
  .strictObject({ source: pattern, medium: pattern, campaign: pattern, content: pattern, term: pattern })
  .meta({
    description:
      'Patterns of tracking values, with tokens such as `{{channel}}`. Missing patterns use the default; empty ones omit the value.',
  })
