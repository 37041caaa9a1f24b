import type { Material } from './material'

/** Sample captions, made from the brief's own words. */

const english: readonly ((topic: string) => string)[] = [
  (topic) => `Good news: ${topic}. What do you think?`,
  (topic) => `${upper(topic)}. We can’t wait to show you more.`,
  (topic) => `Have you heard? ${upper(topic)}.`,
  (topic) => `Today’s highlight: ${topic}. Tell us in the comments.`,
  (topic) => `You asked, we listened: ${topic}.`,
  (topic) => `${upper(topic)} – and that is only the start.`,
  (topic) => `Behind the scenes: ${topic}. More soon.`,
  (topic) => `Save this one for later: ${topic}.`,
  (topic) => `Made with care: ${topic}.`,
  (topic) => `Worth a closer look: ${topic}.`,
]
/** For other languages: no words of our own. */
const neutral: readonly ((topic: string) => string)[] = [
  '✨',
  '👉',
  '📌',
  '🌟',
  '💬',
  '🙌',
  '👀',
  '💡',
  '🎉',
  '🔎',
].map((sign) => (topic) => `${sign} ${upper(topic)}`)

const englishWords = /\b(the|our|and|a|of|for|with|new|your|in|on|to|is)\b/i
const request =
  /^(please\s+)?(announce|promote|introduce|share|mention|celebrate|write|tell|post|remind)\s+((people|everyone|followers|a post|a caption|something)\s+)?((about|that|of)\s+)?/i

/** A shortened text must not end with one of these. */
const looseEnd = /(\s+(and|or|on|in|at|the|of|for|with|to|a|an|our|your|is|are))+$/i

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
const withoutEnd = (text: string): string => text.replace(/[\s.,;:!?–-]+$/u, '').replace(looseEnd, '')

/** X and others count emoji and most scripts other than Latin twice. */
const lengthOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + ((character.codePointAt(0) ?? 0) > 0x10ff ? 2 : 1), 0)

/** Room for a tracked link in the place of `{{link}}`. */
const linkRoom = 40

/** @param index another text for each index */
export function captionFor(material: Material, index: number, maxCharacters = material.maxCharacters): string {
  const { topic, isRewrite, needsLink, forbiddenWord } = material
  const plain = subjectOf(topic)
  const isEnglish = englishWords.test(plain)
  const templates = isEnglish ? english : neutral
  const template = templates[index % templates.length] ?? upper
  const end = `${forbiddenWord ? ` ${forbiddenWord}` : ''}${needsLink ? ' {{link}}' : ''}`
  const room = Math.max(10, maxCharacters - (needsLink ? linkRoom : 0) - (forbiddenWord?.length ?? 0) - 1)
  const make = (words: string): string => (isRewrite ? upper(words) : template(words))
  const spaces = plain.split(' ')
  for (let length = spaces.length; length > 0; length--) {
    const text = make(withoutEnd(spaces.slice(0, length).join(' ')))
    if (lengthOf(text) <= room) return text + end
  }
  return cut(upper(plain), room) + end
}

/** Without “Announce …” and the like. */
const subjectOf = (topic: string): string => withoutEnd(topic.replace(request, '').replaceAll('{{link}}', '')) || topic

function cut(text: string, max: number): string {
  let kept = ''
  for (const character of text) {
    if (lengthOf(kept + character) > max) break
    kept += character
  }
  return kept
}

const commonWords = new Set(
  'about after again also been from have here into just more only over that their them then there they this what when will with your'.split(
    ' ',
  ),
)

/** The long words of the brief as hashtags, at most five. */
export function hashtagsFor({ topic }: Material): string[] {
  const words =
    subjectOf(topic)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{4,30}/gu) ?? []
  const tags = [...new Set(words)].filter((word) => !commonWords.has(word)).slice(0, 5)
  return (tags.length > 0 ? tags : ['news']).map((word) => `#${word}`)
}
