'use client'

/** When even the frame of the pages failed: no styles, no components, only words and a way out. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: 'system-ui, sans-serif', maxWidth: '36rem', margin: '4rem auto', padding: '0 1rem' }}>
        <h1>This page could not be shown</h1>
        <p>Something went wrong on our side, and nothing of yours was changed.</p>
        {error.digest && (
          <p>
            If it keeps happening, tell whoever runs this Storycast this number: <code>{error.digest}</code>
          </p>
        )}
        <button type="button" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  )
}
