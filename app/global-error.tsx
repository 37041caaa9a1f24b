'use client'

/** Shown if the root layout fails, so it has no styles and no components. */
export default function GlobalError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <html lang="en">
      <body style={{ fontFamily: 'system-ui, sans-serif', maxWidth: '36rem', margin: '4rem auto', padding: '0 1rem' }}>
        <h1>Something went wrong</h1>
        <p>This page could not be loaded.</p>
        {error.digest && (
          <p>
            If it happens again, contact your administrator with this code: <code>{error.digest}</code>
          </p>
        )}
        <button type="button" onClick={reset}>
          Try again
        </button>
      </body>
    </html>
  )
}
