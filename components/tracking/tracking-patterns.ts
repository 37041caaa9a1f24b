import {
  defaultTemplate,
  type TrackingName,
  type TrackingTemplate,
  trackingNames,
  unknownTokens,
} from '@/lib/projects/tracking-template'

/** The values of the five fields. */
export type Patterns = Record<TrackingName, string>

export const defaultOf = (name: TrackingName): string => defaultTemplate[name] ?? ''

export const patternsOf = (template: TrackingTemplate): Patterns =>
  Object.fromEntries(
    trackingNames.map((name) => [name, template[name] === undefined ? defaultOf(name) : (template[name] ?? '')]),
  ) as Patterns

/** Default values are left out, so that they follow later changes of the default. */
export const templateOf = (patterns: Patterns): TrackingTemplate =>
  Object.fromEntries(
    trackingNames
      .filter((name) => patterns[name].trim() !== defaultOf(name))
      .map((name) => [name, patterns[name].trim()]),
  )

/** Validates while typing. The server checks it again. */
export function problemOf(pattern: string): string | null {
  const [unknown] = unknownTokens(pattern)
  return unknown === undefined ? null : `Unknown token {{${unknown}}}. Use one of the tokens below.`
}
