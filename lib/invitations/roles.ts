/** Roles that an invitation can grant. */
export const invitedRoles = ['viewer', 'editor', 'admin'] as const
export type InvitedRole = (typeof invitedRoles)[number]

/** Lifetime of a link. */
export const invitationDays = 7
