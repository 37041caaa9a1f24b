type NavLink = { label: string; href: string; method?: string; path?: string; isCode?: boolean }
export type NavGroup = { label: string | null; href: string | null; links: NavLink[] }

/** Groups with the links that have all words, in the name of the group, the summary or the path. */
export function findLinks(groups: readonly NavGroup[], text: string): NavGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...groups]
  return groups
    .map((group) => ({
      ...group,
      links: group.links.filter(({ label, method, path }) => {
        const own = [group.label, label, method, path].join(' ').toLowerCase()
        return words.every((word) => own.includes(word))
      }),
    }))
    .filter(({ links }) => links.length > 0)
}
