export const tones = ['casual', 'professional', 'urgent', 'inspiring', 'playful'] as const
export type Tone = (typeof tones)[number]
