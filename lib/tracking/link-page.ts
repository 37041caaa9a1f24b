import { plainPage } from '@/lib/plain-page'

/** An error page for readers, without scripts and external files. */
export const linkPage = (title: string, text: string): string =>
  plainPage(
    title,
    `<p>${text}</p>
<p>Go back to the post: its author may have updated the link. Created with <a href="/">Storycast</a>.</p>`,
  )
