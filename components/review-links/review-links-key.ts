export const reviewLinksKey = (projectId: string) => ['review-links', projectId] as const
