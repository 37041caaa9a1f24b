export const sources = ['seed', 'manual', 'published'] as const
export type Source = (typeof sources)[number]

/** In code points. */
export const captionTextMax = 5_000
export const captionsPerRequest = 100
/** Captions per project. */
export const captionsMax = 100_000
/** Copies of published stories that wait for approval, per project. Older ones are deleted. */
export const unapprovedCopiesMax = 1_000
