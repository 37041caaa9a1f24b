import { plainPage } from '@/lib/plain-page'

/** A page for readers who end here: it says what happened, whose page it is, and how to go on. No script, nothing loaded. */
export const linkPage = (title: string, text: string): string =>
  plainPage(
    title,
    `<p>${text}</p>
<p>Go back to the post that you came from: its author may have given another address. <a href="/">Storycast makes these
links</a> for the people who post.</p>`,
  )
