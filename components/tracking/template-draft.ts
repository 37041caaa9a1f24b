import {
  defaultTemplate,
  type TrackingName,
  type TrackingTemplate,
  trackingNames,
  unknownTokens,
} from '@/lib/tracking/template'

/** What stands in the five fields. */
export type Patterns = Record<TrackingName, string>

export const defaultOf = (name: TrackingName): string => defaultTemplate[name] ?? ''

export const patternsOf = (template: TrackingTemplate): Patterns =>
  Object.fromEntries(
    trackingNames.map((name) => [name, template[name] === undefined ? defaultOf(name) : (template[name] ?? '')]),
  ) as Patterns

/** What is as the default is left out, and follows it when it changes. */
export const templateOf = (patterns: Patterns): TrackingTemplate =>
  Object.fromEntries(
    trackingNames
      .filter((name) => patterns[name].trim() !== defaultOf(name))
      .map((name) => [name, patterns[name].trim()]),
  )

/** Said while one types, before the server would say it. */
export function problemOf(pattern: string): string | null {
  const [unknown] = unknownTokens(pattern)
  return unknown === undefined ? null : `There is no token {{${unknown}}}. Take one of those below.`
}
