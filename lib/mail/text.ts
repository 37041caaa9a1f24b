import type { Block, ListItem } from './content'
import type { FooterPart } from './html'

type TextFrame = { baseUrl: string; footer: readonly FooterPart[][] }

/** The plain text part of a mail, with all links written out. */
export function mailText(blocks: readonly Block[], { baseUrl, footer }: TextFrame): string {
  const body = blocks.map((block) => blockText(block, baseUrl))
  const end = footer.map((parts) => parts.map(partText).join(''))
  return `${[...body, '-- ', ...end].join('\n\n').replace('-- \n\n', '-- \n')}\n`
}

function blockText(block: Block, baseUrl: string): string {
  switch (block.type) {
    case 'heading':
      return `${block.text}\n${'='.repeat(Math.min(60, block.text.length))}`
    case 'paragraph':
      return block.text
    case 'button':
      return `${block.label}:\n${baseUrl}${block.path}`
    case 'list':
      return block.items.map((item) => itemText(item, baseUrl)).join('\n')
    case 'rule':
      return '-'.repeat(40)
    case 'code':
      return `    ${block.text}`
  }
}

const itemText = ({ text, detail, path }: ListItem, baseUrl: string): string =>
  [`- ${text}`, detail && `  ${detail}`, path && `  ${baseUrl}${path}`].filter(Boolean).join('\n')

const partText = (part: FooterPart): string => (typeof part === 'string' ? part : `${part.label}: ${part.url}`)
