/** The seven networks, in the order in which screens show them. */
export const channelIds = ['instagram', 'facebook', 'x', 'linkedin', 'pinterest', 'ghost', 'threads'] as const
export type ChannelId = (typeof channelIds)[number]
