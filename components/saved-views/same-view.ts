import type { ViewState } from './use-saved-views'

/** A text that is equal for equal states. Missing, null and empty members are the same. */
const keyOf = (value: unknown): string =>
  JSON.stringify(value, (_, member) => {
    if (member === null || typeof member !== 'object' || Array.isArray(member)) return member
    const entries = Object.entries(member).filter(
      ([, each]) => each !== null && each !== undefined && each !== '' && !(Array.isArray(each) && each.length === 0),
    )
    return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
  })

type Viewed = { filter: ViewState['filter']; view: ViewState['view'] | null }

/** Whether a saved view shows the same. */
export const isSameView = (one: Viewed, other: Viewed): boolean =>
  keyOf([one.filter, { ...one.view, screen: null }]) === keyOf([other.filter, { ...other.view, screen: null }])
