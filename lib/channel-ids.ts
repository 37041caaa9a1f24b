/** The seven networks, in display order. */
export const channelIds = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'ghost', 'threads'] as const
export type ChannelId = (typeof channelIds)[number]
