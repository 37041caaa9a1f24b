import { setCookie } from '@/components/ui/cookie'

/** How many drafts of a project this browser showed last, so that the server leaves room for them. */
export const draftsCookie = (projectId: string): string => `storycast.drafts.${projectId}`

const countMax = 10

/** From a value that anyone can set. */
export const countIn = (value: string | undefined): number => {
  const count = Number(value)
  return Number.isInteger(count) && count > 0 ? Math.min(count, countMax) : 0
}

export const rememberDrafts = (projectId: string, count: number): void =>
  setCookie(draftsCookie(projectId), count > 0 ? String(Math.min(count, countMax)) : null)
