export const momentKinds = [
  'engagement_spike',
  'reach_record',
  'save_surge',
  'click_surge',
  'milestone',
  'slump',
  'streak',
] as const
export type MomentKind = (typeof momentKinds)[number]

/** In ascending order. */
export const severities = ['low', 'medium', 'high', 'exceptional'] as const
export type Severity = (typeof severities)[number]

export const isAbove = (one: Severity, other: Severity): boolean => severities.indexOf(one) > severities.indexOf(other)

/** Severities that ring the bell and may be drafted automatically. */
export const isAlerting = (severity: Severity): boolean => isAbove(severity, 'medium')

export const momentStatuses = ['new', 'acted_on', 'dismissed'] as const
export type MomentStatus = (typeof momentStatuses)[number]
