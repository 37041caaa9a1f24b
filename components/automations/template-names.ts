import type { Sources } from './sources'

type Templates = Sources['templates']

/** Names of templates are unique, ignoring case. */
export const isTemplateNameTaken = (name: string, templates: Templates): boolean =>
  templates.some((template) => template.name.toLowerCase() === name.trim().toLowerCase())

/** “New article”, or “New article (2)” if that is taken. */
export function freeTemplateName(name: string, templates: Templates): string {
  let free = name
  for (let number = 2; isTemplateNameTaken(free, templates); number++) free = `${name} (${number})`
  return free
}
