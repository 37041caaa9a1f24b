/** Splits a search into words like the migration `media_library` splits file names. */
export const splitWords = (text: string): string[] => text.match(/[0-9]+|(?:(?![0-9])[\p{L}\p{M}\p{N}])+/gu) ?? []
