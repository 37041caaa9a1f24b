export const storiesPerLink = 50
export const defaultDays = 14
export const longestDays = 90
/** Comments and decisions of one link per hour, so that a leaked link cannot flood a team. */
export const actionsPerHour = 60
export const reviewerChars = 80
