/** Web addresses in a text. Punctuation after one is not part of it. */
export const urlPattern = /https?:\/\/[^\s<>"“”]*[^\s<>"“”.,:;!?)\]'’]/gi
