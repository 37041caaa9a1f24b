/** What the model is called for, with its label in the usage table. Also the name of the answer's JSON schema. */
export const purposes = {
  captions: 'Captions',
  caption_suggestions: 'Caption suggestions',
  rewrite: 'Rewriting and shortening',
  hashtags: 'Hashtags',
  alt_text: 'Alt text',
  moments: 'Moments',
  recommendations: 'Recommendations',
  embeddings: 'Search by meaning',
  check: 'Connection checks',
} as const

export type Purpose = keyof typeof purposes
