/** Longer than any comment or message that the networks accept. */
const textMax = 20_000

/** Text that Postgres can store: no NUL, no unpaired surrogates. */
export function cleanText(text: string, max = textMax): string {
  return text
    .slice(0, max)
    .replaceAll('\u0000', '')
    .replace(/\p{Surrogate}/gu, '\uFFFD')
}
