type CommentAsk = { comment_ask: string | null; comment_ask_mode: 'append' | 'metadata' }

/** Appends the comment prompt unless the caption has it already, ignoring case and spacing. */
export function withCommentAsk(caption: string, { comment_ask, comment_ask_mode }: CommentAsk): string {
  if (!comment_ask || comment_ask_mode === 'metadata') return caption
  const folded = (text: string): string => text.toLowerCase().replace(/\s+/g, ' ').trim()
  if (folded(caption).includes(folded(comment_ask))) return caption
  return [caption.trimEnd(), comment_ask.trim()].filter((part) => part !== '').join('\n\n')
}
