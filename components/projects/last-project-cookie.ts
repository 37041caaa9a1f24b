import { setCookie } from '@/components/ui/cookie'

/** The project opened last, for screens without a project in their URL. */
export const projectCookie = 'storycast.project'

export function rememberProject(id: string): void {
  setCookie(projectCookie, id)
}
