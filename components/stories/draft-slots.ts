/** Names of the local drafts of new stories, which have no id. */
export const draftSlots: readonly string[] = Array.from({ length: 9 }, (_, index) =>
  index === 0 ? 'new' : `new-${index + 1}`,
)
