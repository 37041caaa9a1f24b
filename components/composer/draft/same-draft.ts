import type { Draft } from './draft'

/** Compares all members except the keys of slides. */
export const isSameDraft = (one: Draft, other: Draft): boolean => withoutKeys(one) === withoutKeys(other)

const withoutKeys = (draft: Draft): string =>
  JSON.stringify(draft, (name, value) => (name === 'key' ? undefined : value))

/** The time of a draft is saved when the story is scheduled. */
export const isSameExceptTime = (one: Draft, other: Draft): boolean =>
  isSameDraft({ ...one, localTime: '' }, { ...other, localTime: '' })
