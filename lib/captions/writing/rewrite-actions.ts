export const rewriteActions = ['rewrite', 'shorten'] as const
export type RewriteAction = (typeof rewriteActions)[number]
