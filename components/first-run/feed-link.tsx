/** A link to the sandbox's page with all posts, in a new tab. */
export const FeedLink = ({ url }: { url: string | null }) =>
  url ? (
    <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
      feed page
      <span className="sr-only"> (new tab)</span>
    </a>
  ) : (
    'feed page'
  )
