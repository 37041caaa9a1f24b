/** What a link can make somebody. */
export const invitedRoles = ['viewer', 'editor', 'admin'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** How long a link works. */
export const invitationDays = 7
