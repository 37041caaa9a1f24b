/** Query key of the member list. Other views of the members use it with a word after it, so that all are refreshed. */
export const membersKey = (projectId: string) => ['members', projectId] as const
