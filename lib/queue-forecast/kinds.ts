export const forecastKinds = [
  'connection_missing',
  'token_expires',
  'media_unreachable',
  'content_invalid',
  'board_missing',
  'quota_reached',
  'duplicate_text',
  'approval_pending',
] as const
export type ForecastKind = (typeof forecastKinds)[number]

/** `error`: the post will not be published. `warning`: it may fail or be late. `info`: there is time left. */
export const severities = ['error', 'warning', 'info'] as const
export type Severity = (typeof severities)[number]
