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

/** Added to a rewritten text. */
const englishEndings = [
  'Tell us what you think.',
  'Tag a friend who should see this.',
  'Your turn.',
  'How do you see it?',
  'Save it for later.',
  'More on our blog soon.',
  'Thoughts?',
]
const neutralEndings = ['✨', '👉', '📌', '🌟', '💬', '🙌', '👀']

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
  const end = `${forbiddenWord ? ` ${forbiddenWord}` : ''}${needsLink ? ' {{link}}' : ''}`
  const room = Math.max(10, maxCharacters - (needsLink ? linkRoom : 0) - (forbiddenWord?.length ?? 0) - 1)
  if (isRewrite) return rewritten(topic.replaceAll('{{link}}', '').trim(), index, room) + end
  const plain = subjectOf(topic)
  const templates = englishWords.test(plain) ? english : neutral
  return shortened(plain, room, templates[index % templates.length]) + end
}

/** The text with a few more words, as it is, or shortened. */
function rewritten(text: string, index: number, room: number): string {
  const endings = englishWords.test(text) ? englishEndings : neutralEndings
  const longer = `${upper(text)}${/[\p{L}\p{N}]$/u.test(text) ? '.' : ''} ${endings[index % endings.length]}`
  const candidates = [longer, upper(text), firstSentences(text, room)]
  return candidates.find((one) => one !== '' && lengthOf(one) <= room) ?? shortened(text, room)
}

/** As many of the first sentences as fit, or nothing. */
function firstSentences(text: string, room: number): string {
  let kept = ''
  for (const sentence of text.split(/(?<=[.!?])\s+/)) {
    const longer = kept === '' ? upper(sentence) : `${kept} ${sentence}`
    if (lengthOf(longer) > room) break
    kept = longer
  }
  return kept
}

/** As many of the first words as fit. */
export function shortened(text: string, room: number, template = upper): string {
  const words = text.split(' ')
  for (let length = words.length; length > 0; length--) {
    const made = template(withoutEnd(words.slice(0, length).join(' ')))
    if (lengthOf(made) <= room) return made
  }
  return cut(upper(text), room)
}

/** Without beginnings such as “Announce …”. */
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
