/** The words of a search, taken apart as those of file names are in the migration media_library. */
export const wordsOf = (text: string): string[] => text.match(/[0-9]+|(?:(?![0-9])[\p{L}\p{M}\p{N}])+/gu) ?? []
