/** The words of a search: letters and digits of any script, so that nothing of it is taken for an operator. */
export const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
