/** Query key of the user's apps. */
export const appsKey = ['oauth-apps'] as const
