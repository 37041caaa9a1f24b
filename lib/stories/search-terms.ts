/** The terms of a search: letters and digits of any script. Removes query operators. */
export const searchTermsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
