/** A name as it may stand in an address: lower case, letters and digits of any script, hyphens between. */
export const slugify = (name: string): string =>
  name
    .normalize('NFKD')
    // Accents on Latin letters go; marks that carry a vowel in other scripts are not in this block and stay.
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
