import { TextWithMatches } from '@/components/ui/data/text-with-matches'
import { urlPattern } from './url-pattern'

/** A text whose URLs are links. */
export const TextWithLinks = ({ text }: { text: string }) => (
  <TextWithMatches
    text={text}
    pattern={urlPattern}
    render={(url) => (
      <a href={url} target="_blank" rel="noreferrer nofollow" className="text-accent underline underline-offset-2">
        {url}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )}
  />
)
