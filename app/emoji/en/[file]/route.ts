import data from 'emojibase-data/en/data.json'
import messages from 'emojibase-data/en/messages.json'

/** The names of the emoji picker. Served from here, so that no other server sees who writes. */
const files: Record<string, unknown> = { 'data.json': data, 'messages.json': messages }

export const maxDuration = 60
export const dynamic = 'force-static'
export const dynamicParams = false

export const generateStaticParams = () => Object.keys(files).map((file) => ({ file }))

export async function GET(_: Request, { params }: { params: Promise<{ file: string }> }): Promise<Response> {
  const headers = { 'Cache-Control': 'public, max-age=86400, stale-while-revalidate=604800' }
  return Response.json(files[(await params).file], { headers })
}
