/** A URL slug: lower case, letters and digits of any script, joined by hyphens. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    // Removes accents of Latin letters. Vowel marks of other scripts are outside this block and stay.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
