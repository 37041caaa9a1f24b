/** Only addresses of this site: a link to the sign-in must not be able to lead anywhere else afterwards. */
export const ownAddress = (next: string | string[] | undefined): string =>
  typeof next === 'string' && /^\/(?![/\\])/.test(next) ? next : '/'
