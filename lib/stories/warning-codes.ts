/** Problems that reject a scheduled story. A draft is saved with them as warnings. */
export const blockingCodes = [
  'channel_limit',
  'carousel_size',
  'media_rule',
  'media_required',
  'no_board',
  'link_missing',
  'unsupported',
] as const

/** Notes that reject nothing. */
export const noteCodes = [
  'unknown_variable',
  'media_unchecked',
  'media_cropped',
  'slides_cut',
  'text_not_posted',
  'alt_text_not_posted',
  'link_text_shortened',
  'voice_violation',
  'missing_connection',
  'already_published',
  'comment_permission',
] as const

export type WarningCode = (typeof blockingCodes)[number] | (typeof noteCodes)[number]

const blocking: ReadonlySet<string> = new Set(blockingCodes)

export const isBlockingCode = (code: WarningCode): boolean => blocking.has(code)
